import ParamSpec
import Rendering

/// The help texts.
enum Help {
  static let usage = [
    "Usage: fxrender INPUT OUTPUT --chain CHAIN [options]",
    "       fxrender --help",
  ]

  /// What `fxrender --help` prints.
  static var overview: String {
    let rows =
      [["fxrender \(RenderCommand.usage)", RenderCommand.summary]]
      + commands.map { ["fxrender \($0.usage)", $0.summary] }
    return """
      fxrender: offline audio effects with Apple's Audio Unit parameters

      \(columns(rows).joined(separator: "\n"))

      A chain is units in order, with their parameters:
        lowpass:cutoff=6900,reverb
        highpass:cutoff=80:resonance=-3,dynamics:threshold=-30,limiter:pregain=3dB
        reverb:preset=Cathedral:drywetmix=35      a factory preset, and what overrides it
        graphiceq:31hz=-3:1khz=4                  bands by number or centre
        @telephone,limiter                        a shipped chain; @my/chain.fx is a file of yours
        state:vocal.aupreset                      a saved state of Apple's unit

      Options of a render:
      \(table(of: RenderCommand.options))

      "-" as INPUT or OUTPUT is standard input or output; "--" ends the options.
      fxrender units lists the units, fxrender help UNIT one unit's parameters.
      Exit codes: 0 done, 1 the render failed, 2 wrong command line or chain, 3 unreadable input, 4 unwritable output.

      """
  }

  /// The page of a command.
  static func page(of command: any Command.Type) -> String {
    var text = "fxrender \(command.usage)\n\n\(command.summary)\n"
    if !command.options.isEmpty { text += "\n" + table(of: command.options) + "\n" }
    return text
  }

  private static func table(of options: [Option]) -> String {
    columns(options.map { ["--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help] }).joined(separator: "\n")
  }
}
