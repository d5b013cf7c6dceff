import DSPCore
import ParamSpec

extension ChainDescription {
  /// The chain as Swift source for AVAudioEngine: a function that makes the units, sets them, and connects them from a
  /// node to another. Values are those at a sample rate in Hz; our extensions stand in comments.
  public func swiftSource(sampleRate: Double) throws(ChainError) -> String {
    var lines = [
      "import AVFAudio", "import AudioToolbox", "",
      "/// \(description)",
      "func connectEffects(in engine: AVAudioEngine, from source: AVAudioNode, to destination: AVAudioNode) {",
      "  let format = source.outputFormat(forBus: 0)",
      "  var last = source",
    ]
    for item in items { lines += try item.swiftSource(sampleRate: sampleRate) }
    lines += [
      "  engine.connect(last, to: destination, format: format)", "}", "",
      "/// Makes a unit by its codes, and sets its global parameters.",
      "private func makeUnit(",
      "  _ type: OSType, _ subtype: OSType, _ values: [(AudioUnitParameterID, AudioUnitParameterValue)]",
      ") -> AVAudioUnit {",
      "  let component = AudioComponentDescription(",
      "    componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,",
      "    componentFlags: 0, componentFlagsMask: 0)",
      "  let unit: AVAudioUnit =",
      "    type == kAudioUnitType_FormatConverter",
      "    ? AVAudioUnitTimeEffect(audioComponentDescription: component)",
      "    : AVAudioUnitEffect(audioComponentDescription: component)",
      "  for (id, value) in values {",
      "    AudioUnitSetParameter(unit.audioUnit, id, kAudioUnitScope_Global, 0, value, 0)",
      "  }",
      "  return unit",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ChainItem {
  /// Makes one unit and puts it behind the last.
  fileprivate func swiftSource(sampleRate: Double) throws(ChainError) -> [String] {
    let component = component ?? unit.spec.components[0]
    let values = try resolved(sampleRate: sampleRate).values
    var parameters: [String] = []
    for row in unit.spec.settableParameters {
      for index in 0..<row.count {
        let id = row.id + UInt32(index)
        let isSet = values.isSet(id) || values[text: id] != nil
        guard isSet else { continue }
        let value = values[id]
        let name = row.constant.isEmpty ? "\(row.id)" : row.constant
        let number = index == 0 ? name : "\(name) + \(index)"
        let remark = "\(row.key(index: index)) = \(values[text: id] ?? row.text(value))"
        parameters.append(
          row.isExtension
            ? "      // Not in Apple's unit: \(remark)"
            : "      (\(number), \(numberText(value))),  // \(remark)")
      }
    }
    return [
      "",
      "  // \(component.title.isEmpty ? unit.spec.title : component.title)" + (isBypassed ? ", bypassed" : ""),
      "  do {",
      "    let unit = makeUnit(",
      "      0x\(hexadecimal(code(component.type))) /* \(component.type) */, "
        + "0x\(hexadecimal(code(component.subtype))) /* \(component.subtype) */,",
    ] + (parameters.isEmpty ? ["      [])"] : ["      ["] + parameters.map { "  " + $0 } + ["      ])"])
      + (isBypassed ? ["    unit.auAudioUnit.shouldBypassEffect = true"] : []) + [
        "    engine.attach(unit)", "    engine.connect(last, to: unit, format: format)", "    last = unit", "  }",
      ]
  }

  private func hexadecimal(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
