import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Sessions: several files through a mixer.
@Suite struct SessionTests {
  private let folder = TemporaryFolder()

  private func wave(_ name: String, _ signal: [[Float]], sampleRate: Int = 48_000) throws {
    try writeAll(signal, to: folder.file(name), waveFormat(.float32, channels: signal.count, rate: sampleRate))
  }

  private func session(_ json: String) throws -> Session {
    try Session(file: FilePath(folder.write("session.json", Array(json.utf8))))
  }

  private func mix(_ json: String, threads: Int = 2) throws
    -> (report: RenderReport, signal: [[Float]], bytes: [UInt8]) {
    var options = RenderOptions()
    options.threads = threads
    let output = FilePath(folder.file("out.wav"))
    let report = try render(session(json), to: output, options: options)
    let signal = try readAll(folder.file("out.wav")).samples
    return (report, signal, folder.read("out.wav"))
  }

  @Test func `inputs are summed as they are`() throws {
    let a = [noise(5000, amplitude: 0.3, seed: 1), noise(5000, amplitude: 0.3, seed: 2)]
    let b = [noise(3000, amplitude: 0.3, seed: 3), noise(3000, amplitude: 0.3, seed: 4)]
    try wave("a.wav", a)
    try wave("b.wav", b)
    let output = try mix(#"{"mixer": "multichannelmixer", "inputs": [{"file": "a.wav"}, {"file": "b.wav"}]}"#)
    for channel in 0...1 {
      let longer: [Float] = b[channel] + [Float](repeating: 0, count: 2000)
      let sum: [Float] = zip(a[channel], longer).map { $0 + $1 }
      #expect(output.signal[channel] == sum)
    }
  }

  @Test func `a start is silence before the file`() throws {
    try wave("a.wav", [[1, 0.5], [0.5, 0.25]])
    let output = try mix(
      #"{"mixer": "stereomixer", "inputs": [{"file": "a.wav", "start": "10ms"}, {"file": "a.wav", "start": 0.02}]}"#)
    let peaks = output.signal[0].indices.filter { output.signal[0][$0] == 1 }
    #expect(peaks == [480, 960] && output.signal[0].count == 962)
  }

  @Test func `chains run on inputs and on the mix`() throws {
    try wave("a.wav", [[0.5, 0.5], [0.5, 0.5]])
    let output = try mix(
      #"""
      {"mixer": "multichannelmixer", "inputs": [{"file": "a.wav", "chain": "nbandeq:globalgain=6.0206"},
      {"file": "a.wav", "parameters": {"volume": 0.5}}],
      "chain": [{"unit": "nbandeq", "parameters": {"globalGain": -6.0206}}]}
      """#)
    #expect(output.signal[0].allSatisfy { abs($0 - 0.625) < 1e-5 })
    #expect(output.report.units.map(\.spec.name) == ["nbandeq", "multichannelmixer", "nbandeq"])
  }

  @Test func `inputs of other sample rates are resampled`() throws {
    try wave("a.wav", [sine(4410, frequency: 1000, amplitude: 0.5)], sampleRate: 44_100)
    try wave("b.wav", [[Float](repeating: 0, count: 4800)])
    let output = try mix(
      #"{"mixer": "multichannelmixer", "sampleRate": 48000, "inputs": [{"file": "a.wav"}, {"file": "b.wav"}]}"#)
    let fit = sineFit(Array(output.signal[0][500..<4300]), frequency: 1000, sampleRate: 48_000)
    #expect(abs(fit.amplitude - 0.5 / 2.0.squareRoot()) < 1e-4 && fit.residual < -90)
    #expect(output.signal[0].count == 4800)
  }

  @Test func `the bytes do not depend on the number of threads`() throws {
    for i in 0..<5 { try wave("\(i).wav", [noise(20_000 + 100 * i, amplitude: 0.2, seed: UInt64(i))]) }
    let inputs = (0..<5).map {
      #"{"file": "\#($0).wav", "start": 0.0\#($0), "parameters": {"azimuth": \#(30 * $0), "distance": 2, "reverbBlend": 20}}"#
    }
    let json = #"{"mixer": "mixer3d", "inputs": [\#(inputs.joined(separator: ","))]}"#
    let one = try mix(json, threads: 1)
    #expect(try mix(json, threads: 8).bytes == one.bytes)
    #expect(one.signal[0].count > 24_000)
  }

  @Test func `a matrix names every input channel`() throws {
    try wave("a.wav", [[0.1], [0.2]])
    try wave("b.wav", [[0.4]])
    let output = try mix(
      #"""
      {"mixer": "matrixmixer", "output": 3, "matrix": [[1, 0, 0], [0, 1, 0.5], [0, 0, -1]],
      "inputs": [{"file": "a.wav"}, {"file": "b.wav"}]}
      """#)
    let expected: [Float] = [0.1, 0.2, 0.2 * 0.5 - 0.4]
    #expect(output.signal.map { $0[0] } == expected)
  }

  @Test func `an output has the loudspeakers that it names`() throws {
    try wave("a.wav", [[0.5]])
    let output = try mix(
      #"{"mixer": "mixer3d", "output": "5.1", "inputs": [{"file": "a.wav", "parameters": {"azimuth": 110, "distance": 1}}]}"#
    )
    #expect(output.report.output.format.layout == ChannelLayout.standard(6))
    #expect(output.signal.map { abs($0[0]) > 1e-6 } == [false, false, false, false, false, true])
  }

  @Test func `a value out of range is clamped with a warning`() throws {
    try wave("a.wav", [[0.25], [0.25]])
    let output = try mix(
      #"{"mixer": "multichannelmixer", "inputs": [{"file": "a.wav", "parameters": {"volume": 2}}]}"#)
    #expect(output.signal == [[0.25], [0.25]])
    #expect(output.report.warnings.map(\.code) == ["clamped"])
  }

  private static let broken: [(json: String, place: String)] = [
    (#"{"inputs": []}"#, "mixer"),
    (#"{"mixer": "reverb", "inputs": []}"#, "mixer"),
    (#"{"mixer": "mixer3d"}"#, "inputs"),
    (#"{"mixer": "mixer3d", "inputs": [{}]}"#, "inputs[0].file"),
    (#"{"mixer": "mixer3d", "input": []}"#, "input"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "a.wav", "parameters": {"azymuth": 3}}]}"#, "inputs[0].parameters.azymuth"),
    (#"{"mixer": "mixer3d", "parameters": {"azimuth": 3}, "inputs": [{"file": "a.wav"}]}"#, "parameters.azimuth"),
    (#"{"mixer": "mixer3d", "output": "6.1", "inputs": [{"file": "a.wav"}]}"#, "output"),
    (#"{"mixer": "mixer3d", "output": 3, "inputs": [{"file": "a.wav"}]}"#, "output"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "a.wav", "start": "soon"}]}"#, "inputs[0].start"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "a.wav", "chain": "lowpas"}]}"#, "inputs[0].chain"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "a.wav", "chain": "@loop.fx"}]}"#, "loop.fx"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "none.wav"}]}"#, "inputs[0].file"),
    (#"{"mixer": "mixer3d", "matrix": [[1]], "inputs": [{"file": "a.wav"}]}"#, "matrix"),
    (#"{"mixer": "matrixmixer", "matrix": [[1, 1], [1, 1]], "inputs": [{"file": "a.wav"}]}"#, "matrix"),
    (#"{"mixer": "matrixmixer", "matrix": [[1]], "inputs": [{"file": "a.wav"}]}"#, "matrix[0]"),
    (#"{"mixer": "mixer3d", "inputs": [{"file": "a.wav"}],}"#, "session.json:1:"),
  ]

  @Test(arguments: 0..<17) func `an error names its place and writes nothing`(_ number: Int) throws {
    let (json, place) = Self.broken[number]
    try wave("a.wav", [[1]])
    folder.write("loop.fx", Array("lowpass\n@loop.fx".utf8))
    let error = #expect(throws: ChainError.self) {
      _ = try render(self.session(json), to: FilePath(self.folder.file("out.wav")))
    }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    #expect(!folder.names.contains("out.wav"))
  }
}
