import Glibc
import Rendering
import DSPCore
import ParamSpec
import TestSupport
import Testing

/// `fxrender response` as users run it.
@Suite struct ResponseCommandTests {
  private static let chain =
    "highpass:cutoff=80,graphiceq:31hz=-3:1khz=4,nbandeq:type1=lowpass:frequency1=9k,highshelf:gain=6"

  private func run(_ words: String...) throws -> Tool {
    try Tool(words.map { Array($0.utf8) })
  }

  // What the curve promises is what a rendered impulse shows: 0.01 dB where 32-bit samples can show it.
  @Test func `the table agrees with a measured impulse response`() throws {
    let tool = try run("response", Self.chain, "--rate", "48000", "--csv", "-")
    #expect(tool.code == 0)
    let rows = tool.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(rows.count == 500)

    let chain = try ChainDescription(Self.chain).resolved(sampleRate: 48_000)
    let frames = 60_000
    let node = try chain.node(SignalNode([impulse(frames)], sampleRate: 48_000))
    let measured = try TestSupport.render(node, frames: frames)[0]
    for row in rows where row[1] > -60 {
      let h = response(measured, at: row[0], sampleRate: 48_000)
      #expect(abs(decibels(hypot(h.real, h.imaginary)) - row[1]) < 0.01, "\(row[0]) Hz")
      let turn = atan2(h.imaginary, h.real) * 180 / .pi - row[2]
      #expect(abs(turn - 360 * (turn / 360).rounded()) < 0.1, "phase at \(row[0]) Hz")
    }
  }

  // A pair of poles at radius r, angle w0 gives the group delay in closed form; for Q = 1 at its cutoff the low-pass
  // has turned by 90 degrees there.
  @Test func `phase and delay of a low-pass are right`() throws {
    let tool = try run("response", "lowpass:cutoff=1000", "--csv", "-")
    let rows = tool.text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    let nearest = try #require(rows.min { abs($0[0] - 1000) < abs($1[0] - 1000) })
    let t = tan(.pi * nearest[0] / 44_100) / tan(.pi * 1000 / 44_100)
    #expect(abs(nearest[2] + atan2(t, 1 - t * t) * 180 / .pi) < 1e-3)
    // The slope between neighbours, against the delay between them.
    for (a, b) in zip(rows, rows.dropFirst()) where abs(b[2] - a[2]) < 90 && a[0] < 10_000 {
      let slope = -(b[2] - a[2]) / 360 / (b[0] - a[0]) * 1000
      #expect(abs(slope - (a[3] + b[3]) / 2) < 0.002)
    }
  }

  @Test func `drawings are SVG and PNG`() throws {
    let svg = try run("response", Self.chain, "--svg", "-")
    #expect(svg.text.hasPrefix("<?xml"))
    #expect(svg.text.contains("<svg"))
    let png = try run("response", Self.chain, "--png", "-")
    #expect(png.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let json = try run("response", Self.chain, "--json", "-")
    #expect(json.text.contains("\"groupDelay\""))
  }

  @Test func `without a file it draws with characters`() throws {
    let tool = try run("response", "lowpass")
    #expect(tool.code == 0)
    #expect(tool.text.contains("0 dB ┤"))
    #expect(tool.text.contains("degrees"))
  }

  @Test func `what is not linear is refused with its place`() throws {
    let tool = try run("response", "lowpass,reverb")
    #expect(tool.code == 2)
    #expect(tool.error.contains("chain:1:9: reverb has no frequency response"))
    #expect(try run("response").code == 2)
    #expect(try run("response", "lowpass", "--svg", "/nowhere/at/all.svg").code == 4)
  }
}
