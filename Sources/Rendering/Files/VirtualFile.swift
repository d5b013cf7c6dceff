import CSndfile
import Glibc

/// The part of a file that libsndfile sees: from an offset on, with some bytes seen otherwise than they are.
///
/// The descriptor's own position is neither used nor moved. A failed write keeps the system's reason.
final class VirtualFile {
  let descriptor: Int32
  private let base: Int
  private let patch: (offset: Int, bytes: [UInt8])?
  private var position = 0
  private(set) var error: SystemError?

  init(_ descriptor: Int32, base: Int = 0, patch: (offset: Int, bytes: [UInt8])? = nil) {
    self.descriptor = descriptor
    self.base = base
    self.patch = patch
  }

  /// Opens the part as a sound file. The object must outlive it.
  func open(_ mode: Int, _ info: inout SF_INFO) -> OpaquePointer? {
    var callbacks = SF_VIRTUAL_IO(
      get_filelen: { VirtualFile.object($0).length },
      seek: { offset, whence, file in VirtualFile.object(file).seek(offset, whence) },
      read: { target, count, file in VirtualFile.object(file).read(target!, count) },
      write: { source, count, file in VirtualFile.object(file).write(source!, count) },
      tell: { sf_count_t(VirtualFile.object($0).position) })
    return sf_open_virtual(&callbacks, Int32(mode), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func object(_ pointer: UnsafeMutableRawPointer?) -> VirtualFile {
    Unmanaged<VirtualFile>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private var length: sf_count_t { sf_count_t(max(0, fileSize(descriptor) - base)) }

  private func seek(_ offset: sf_count_t, _ whence: Int32) -> sf_count_t {
    let start =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: Int(length)
      default: 0
      }
    let (target, overflow) = start.addingReportingOverflow(Int(offset))
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return sf_count_t(position)
  }

  private func read(_ target: UnsafeMutableRawPointer, _ count: sf_count_t) -> sf_count_t {
    var total = 0
    while total < Int(count) {
      let got = pread(descriptor, target + total, Int(count) - total, off_t(base + position + total))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { break }
      total += got
    }
    if let patch {
      for (i, byte) in patch.bytes.enumerated() {
        let offset = patch.offset + i - position
        if (0..<total).contains(offset) { target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
      }
    }
    position += total
    return sf_count_t(total)
  }

  private func write(_ source: UnsafeRawPointer, _ count: sf_count_t) -> sf_count_t {
    var total = 0
    while total < Int(count) {
      let done = pwrite(descriptor, source + total, Int(count) - total, off_t(base + position + total))
      if done < 0 && errno == EINTR { continue }
      guard done > 0 else {
        error = SystemError(errno)
        break
      }
      total += done
    }
    position += total
    return sf_count_t(total)
  }
}
