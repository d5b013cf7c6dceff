import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Every effect, as chain text runs it, at the edges of what users ask for.
@Suite struct ChainRenderTests {
  private static let effects = allUnits.filter { $0.kind == .effect }.map(\.spec.name)

  /// Each effect that has a frequency up to the sample rate's limit, and the frequency's key.
  private static let frequencies = allUnits.filter { $0.kind == .effect }.flatMap { unit in
    unit.spec.settableParameters.filter { $0.maximum == .nyquist }.map { (unit.spec.name, $0.key(index: 0)) }
  }

  private func output(_ chain: String, _ signal: [Float], rate: Double) throws -> ([[Float]], ResolvedChain) {
    let resolved = try ChainDescription(chain).resolved(sampleRate: rate)
    let node = try resolved.node(SignalNode([signal, signal], sampleRate: rate))
    return (try render(node, frames: signal.count), resolved)
  }

  /// Case D1.
  @Test(arguments: frequencies)
  func `a frequency at or above the limit is used at the limit`(unit: String, key: String) throws {
    let rate = 48_000.0
    let signal = noise(4000, amplitude: 0.5)
    for share in [0.49, 0.495, 0.4999, 0.5, 0.5001, 1, 10] {
      let (channels, chain) = try output("\(unit):\(key)=\(share * rate)", signal, rate: rate)
      let limit = Float(0.495 * rate)
      let clamped = chain.warnings.filter { $0.code == "clamped" }
      #expect(clamped.map(\.used) == (share > 0.495 ? [Double(limit)] : []), "\(share)")
      #expect(channels.joined().allSatisfy { $0.isFinite && abs($0) < 4 }, "\(share)")
    }
  }

  /// Case D2.
  @Test(arguments: frequencies)
  func `a frequency near 0 is used at its lowest`(unit: String, key: String) throws {
    for text in ["0", "1e-5", "0.1", "-5"] {
      let (channels, chain) = try output("\(unit):\(key)=\(text)", noise(4000, amplitude: 0.5), rate: 44_100)
      #expect(chain.warnings.map(\.code) == ["clamped"], "\(text)")
      #expect(channels.joined().allSatisfy { $0.isFinite && abs($0) < 4 }, "\(text)")
    }
  }

  /// Case D16.
  @Test(arguments: effects)
  func `a bypassed unit colours nothing`(unit: String) throws {
    let signal = noise(2000)
    #expect(try output("\(unit):bypass=on", signal, rate: 44_100).0 == [signal, signal])
  }
}
