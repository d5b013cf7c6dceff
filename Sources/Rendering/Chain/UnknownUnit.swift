import DSPCore
import ParamSpec

extension ChainError {
  /// A name that no unit has: the nearest one, or what other tools' word for it is here.
  static func unknownUnit(_ name: String, at position: ChainPosition) -> ChainError {
    func error(_ hint: String, suggestion: String? = nil) -> ChainError {
      ChainError(
        .unknownUnit, "there is no unit \"\(name)\"\(hint)", at: position, suggestion: suggestion,
        choices: .units(allUnits.map(\.spec)))
    }
    if readNumber(name)?.rest.isEmpty == true {
      return error("; numbers take a dot in every language, and a comma begins the next unit")
    }
    if let word = name.split(separator: " ").first, word.count < name.count, UnitName(String(word)) != nil {
      return error("; parameters follow a colon, \(word):PARAMETER=VALUE")
    }
    if let unit = elsewhere[normalized(name)] { return error("; its like here is \(unit)") }
    return error("", suggestion: nearest(to: name, in: allUnits.flatMap { [$0.spec.name] + $0.spec.otherNames }))
  }

  /// The effects of SoX and FFmpeg whose names no unit has.
  private static let elsewhere = [
    "gain": "nbandeq:globalGain=VALUE", "vol": "nbandeq:globalGain=VALUE", "volume": "nbandeq:globalGain=VALUE",
    "norm": "limiter:preGain=VALUE", "bass": "lowshelf", "treble": "highshelf", "equalizer": "parametriceq",
    "eq": "parametriceq", "superequalizer": "graphiceq", "compand": "dynamics", "acompressor": "dynamics",
    "agate": "dynamics", "mcompand": "multiband", "alimiter": "limiter", "echo": "delay", "echos": "delay",
    "aecho": "delay", "overdrive": "distortion", "acrusher": "distortion", "speed": "varispeed",
    "tempo": "newtimepitch:rate=VALUE", "atempo": "newtimepitch:rate=VALUE", "stretch": "newtimepitch:rate=VALUE",
    "rubberband": "newtimepitch", "adelay": "sampledelay", "pan": "panner",
  ]
}
