import DSPCore
import ParamSpec
import TestSupport
import Testing

/// The wavefront against the sections run in turn, frame by frame, in Double.
@Suite struct BiquadCascadeTests {
  /// Direct form 1, section after section, rounded to Float32 at the end.
  private func inTurn(_ sections: [BiquadCoefficients], _ signal: [Float]) -> [Float] {
    var past = [(x1: Double, x2: Double, y1: Double, y2: Double)](repeating: (0, 0, 0, 0), count: sections.count)
    return signal.map { sample in
      var x = Double(sample)
      for (i, c) in sections.enumerated() where c != .identity {
        let p = past[i]
        var y = c.b0 * x + c.b1 * p.x1
        y += c.b2 * p.x2
        y -= c.a1 * p.y1
        y -= c.a2 * p.y2
        past[i] = (x, p.x1, y, p.y1)
        x = y
      }
      return Float(x)
    }
  }

  private func bands(_ count: Int, _ seed: UInt64) -> ParameterValues<NBandEQ> {
    var values = ParameterValues<NBandEQ>(sampleRate: 44_100)
    var random = SplitMix64(seed: seed)
    for band in UInt32(0)..<UInt32(count) {
      values.store[1000 + band] = 0
      values.store[2000 + band] = Float(random.next() % 11)
      values.store[3000 + band] = 1000 * (random.sample() + 1.05)
      values.store[4000 + band] = 6 * random.sample()
      values.store[5000 + band] = 1 + random.sample() * 0.9
    }
    return values
  }

  @Test(arguments: [1, 2, 7, 8, 9, 16, 31]) func `sections give the bits of sections in turn`(_ count: Int) {
    let values = bands(count, UInt64(count))
    let signal = [noise(5000, seed: 1), noise(5000, seed: 2), noise(5000, seed: 3)]
    let expected = signal.map { inTurn(NBandEQ.sections(values), $0) }
    for size in [1, 2, 3, 63, 64, 1000, 5000] {
      var unit = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 3))
      unit.update(values)
      #expect(process(&unit, signal, blockSize: size) == expected, "blocks of \(size)")
    }
  }

  @Test func `values that move give the same bits in any blocks`() {
    let signal = [noise(2000, seed: 1), noise(2000, seed: 2)]
    var outputs: [[[Float]]] = []
    for size in [1, 50, 100, 500] {
      var unit = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 2))
      unit.update(bands(5, 1))
      let head = process(&unit, signal.map { Array($0[..<500]) }, blockSize: size)
      unit.update(bands(9, 2))
      let tail = process(&unit, signal.map { Array($0[500...]) }, blockSize: size)
      outputs.append(zip(head, tail).map { $0 + $1 })
    }
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test func `once values have moved the sections are those of the new values`() {
    let signal = [noise(20_000, seed: 1)]
    let (first, second) = (bands(3, 1), bands(6, 2))
    var unit = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    unit.update(first)
    _ = process(&unit, [Array(signal[0][..<640])])
    unit.update(second)
    let moved = process(&unit, [Array(signal[0][640...])])
    var fresh = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    fresh.update(second)
    let settled = process(&fresh, signal)
    // Both have forgotten by then how they began: all poles are well inside the circle.
    #expect(differenceLevel(Array(settled[0].suffix(4000)), Array(moved[0].suffix(4000))) < -140)
  }

  @Test func `reset is as good as new`() {
    let signal = [noise(3000, seed: 1)]
    var unit = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    unit.update(bands(9, 3))
    let first = process(&unit, signal)
    unit.reset()
    #expect(process(&unit, signal) == first)
  }
}

/// Saved states hold any finite value, and every one must be safe.
@Suite struct BiquadDesignTests {
  @Test(arguments: [Float(-1e30), -1e5, -1, 0, 1e-30, 1, 1e5, 1e30])
  func `any finite value gives a stable section`(_ value: Float) {
    func check(_ sections: [BiquadCoefficients], _ name: String) {
      for c in sections {
        #expect((c.b0 + c.b1 + c.b2).isFinite, "\(name)")
        // The triangle of stability (reference/dsp.md B1).
        #expect(abs(c.a2) < 1 && abs(c.a1) < 1 + c.a2, "\(name)")
      }
    }
    func values<Design: FilterDesign>(_: Design.Type) -> ParameterValues<Design> {
      var values = ParameterValues<Design>(sampleRate: 44_100)
      for row in Design.spec.parameters where row.unit != .indexed && row.unit != .boolean {
        for index in 0..<row.count { values.store[row.id + UInt32(index)] = value }
      }
      return values
    }
    check(LowPass.sections(values(LowPass.self)), "low-pass")
    check(HighPass.sections(values(HighPass.self)), "high-pass")
    check(BandPass.sections(values(BandPass.self)), "band-pass")
    check(LowShelf.sections(values(LowShelf.self)), "low shelf")
    check(HighShelf.sections(values(HighShelf.self)), "high shelf")
    check(ParametricEQ.sections(values(ParametricEQ.self)), "bell")
    check(MultibandFilter.sections(values(MultibandFilter.self)), "AUFilter")
    check(GraphicEQ.sections(values(GraphicEQ.self)), "graphic")
    var bands = values(NBandEQ.self)
    for band in UInt32(0)..<31 {
      bands.store[kAUNBandEQParam_BypassBand + band] = 0
      bands.store[kAUNBandEQParam_FilterType + band] = Float(band % 11)
    }
    check(NBandEQ.sections(bands), "bands")
  }
}
