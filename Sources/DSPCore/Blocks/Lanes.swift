/// Eight consecutive frames of one signal.
typealias Lanes = SIMD8<Float>

extension UnsafePointer<Float> {
  /// The eight frames from here on; any alignment.
  var lanes: Lanes {
    @inline(__always) get { UnsafeRawPointer(self).loadUnaligned(as: Lanes.self) }
  }
}

extension UnsafeMutablePointer<Float> {
  /// The eight frames from here on; any alignment.
  var lanes: Lanes {
    @inline(__always) get { UnsafeRawPointer(self).loadUnaligned(as: Lanes.self) }
    @inline(__always) nonmutating set { UnsafeMutableRawPointer(self).storeBytes(of: newValue, as: Lanes.self) }
  }
}
