import CAllocCount
import DSPCore
import ParamSpec
import TestSupport
import Testing

/// What holds for every unit of the registry (reference/dsp.md section 5).
@Suite struct EveryUnitTests {
  static let built = allUnits.filter { $0.kind != .planned }.map(\.spec.name)
  static let effects = allUnits.filter { $0.kind == .effect }.map(\.spec.name)

  /// Sets every parameter that can be set to a share of the way from its minimum to its maximum.
  private func store(_ spec: UnitSpec, _ sampleRate: Double, share: (Parameter) -> Float?) -> ParameterStore {
    var values = ParameterStore(spec, sampleRate: sampleRate)
    for row in spec.parameters where row.access == .readWrite && row.unit != .file {
      guard let range = row.range(sampleRate: sampleRate) else { continue }
      for index in 0..<row.count {
        guard let share = share(row) else { continue }
        values[row.id + UInt32(index), row.scope == .global ? .global : .input] =
          range.lowerBound + share * (range.upperBound - range.lowerBound)
      }
    }
    return values
  }

  private func settings(_ spec: UnitSpec, _ sampleRate: Double) -> [ParameterStore] {
    var random = SplitMix64(seed: 7)
    let defaults = ParameterStore(spec, sampleRate: sampleRate)
    return [defaults, store(spec, sampleRate) { _ in (random.sample() + 1) / 2 }]
  }

  /// Channel counts that the unit takes.
  private func render(
    _ name: String, _ values: ParameterStore, _ signal: [[Float]], sampleRate: Double = 44_100, blockSize: Int = 1024,
    frames: Int? = nil
  ) throws -> [[Float]]? {
    let description = try #require(unit(name))
    let source = SignalNode(signal, sampleRate: sampleRate, maximumFrames: blockSize)
    do {
      let node = try description.node(source, values)
      return try TestSupport.render(node, frames: frames ?? signal[0].count, blockSize: blockSize)
    } catch UnitError.unsupported {
      return nil
    }
  }

  @Test(arguments: built) func `output does not depend on the block size`(_ name: String) throws {
    let spec = try #require(unit(name)).spec
    let signal = [noise(9000, amplitude: 0.5, seed: 3), noise(9000, amplitude: 0.5, seed: 4)]
    for values in settings(spec, 44_100) {
      let whole = try #require(try render(name, values, signal, blockSize: 9000))
      for size in [1, 7, 64, 509, 4096] {
        #expect(try render(name, values, signal, blockSize: size) == whole, "blocks of \(size) frames")
      }
    }
  }

  @Test(arguments: built) func `output is finite at the ends of every range`(_ name: String) throws {
    let spec = try #require(unit(name)).spec
    let rows = spec.parameters.filter { $0.access == .readWrite && $0.unit != .file }
    for sampleRate in [8000.0, 44_100, 192_000] {
      var all = [store(spec, sampleRate) { _ in 0 }, store(spec, sampleRate) { _ in 1 }]
      if sampleRate == 44_100 {
        for row in rows {
          for end: Float in [0, 1] { all.append(store(spec, sampleRate) { $0.id == row.id ? end : nil }) }
        }
      }
      for values in all {
        for channels in [1, 2, 6] {
          let signal = (0..<channels).map { noise(3000, amplitude: 1, seed: UInt64($0)) }
          guard let output = try render(name, values, signal, sampleRate: sampleRate) else { continue }
          // AUMultibandCompressor's three gains come to 100 dB, 1e5.
          #expect(output.allSatisfy { $0.allSatisfy { abs($0) < 1e6 } }, "\(channels) channels at \(sampleRate) Hz")
        }
      }
    }
  }

  @Test(arguments: effects) func `silence follows once the tail has passed`(_ name: String) throws {
    let description = try #require(unit(name))
    let values = ParameterStore(description.spec, sampleRate: 44_100)
    let signal = [noise(2000, seed: 5), noise(2000, seed: 6)]
    let node = try description.node(SignalNode(signal), values)
    let tail = min(node.tail, 30 * 44_100)
    _ = try TestSupport.render(node, frames: 2000 + tail)
    let after = try TestSupport.render(node, frames: 4096)
    // -120 dB of full scale: what the tail promises (reference/dsp.md 1.5).
    #expect(after.allSatisfy { $0.allSatisfy { abs($0) < 2e-6 } })
    // Recursive state is flushed at 1e-30, so that true silence comes at the latest after five such tails.
    _ = try TestSupport.render(node, frames: 4 * tail + 8192)
    #expect(try TestSupport.render(node, frames: 4096).allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: effects) func `a unit's latency is taken out of its stream`(_ name: String) throws {
    let description = try #require(unit(name))
    let values = ParameterStore(description.spec, sampleRate: 44_100)
    let signal = [impulse(4000, at: 1000).map { $0 * 0.1 }]
    guard let output = try render(name, values, signal, frames: 4000) else { return }
    let loudest = try #require(output[0].indices.max { abs(output[0][$0]) < abs(output[0][$1]) })
    let node = try description.node(SignalNode(signal), values)
    // A unit without latency may still sound late, as reverbs do; one that lags may not.
    #expect(node.latency == 0 || abs(loudest - 1000) <= 1)
    #expect(output[0].prefix(1000 - 64).allSatisfy { abs($0) < 1e-4 })
  }

  @Test(arguments: built) func `rendering does not allocate`(_ name: String) throws {
    let description = try #require(unit(name))
    let values = ParameterStore(description.spec, sampleRate: 44_100)
    let source = SignalNode([noise(60_000, seed: 1), noise(60_000, seed: 2)], maximumFrames: 512)
    let node = try description.node(source, values)
    var block = AudioBuffer(channelCount: node.format.channelCount, frameCapacity: 512)
    for _ in 0..<8 { try node.render(&block) }
    let before = allocation_count()
    for _ in 0..<100 { try node.render(&block) }
    #expect(allocation_count() == before)
  }

  @Test func `the allocation counter counts`() {
    let before = allocation_count()
    let array = [Int](unsafeUninitializedCapacity: 100) { $1 = 100; $0.initialize(repeating: 1) }
    #expect(allocation_count() > before)
    #expect(array.count == 100)
  }
}
