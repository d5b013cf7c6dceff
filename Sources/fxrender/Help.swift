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
      fxrender units lists the units, fxrender help UNIT one unit's parameters,
      fxrender help chain all of how chains are written.
      Exit codes: 0 done, 1 the render failed, 2 wrong command line or chain, 3 unreadable input, 4 unwritable output.

      """
  }

  /// What `fxrender help chain` prints.
  static let chain = """
    Chain text: units in the order in which the sound passes them

      lowpass:cutoff=6900,reverb
      highpass:cutoff=80:resonance=-3,dynamics:threshold=-30:headroom=6,limiter

    Units are separated by commas, a unit from its parameters by a colon, these from one another by
    colons. After a comma, PARAMETER=VALUE goes on with the unit before. Case, "-", "_" and spaces in
    names do not count.

    Units      short name (lowpass), Apple's name (AULowpass), code (lpas, aufx/lpas) or alias (peq)
    Parameters key (cutoffFrequency), any part that only one key begins or ends with (cutoff), C constant
               (kLowPassParam_CutoffFrequency), display name ('Cutoff Frequency') or number (#0)
    Bands      count from 1: nbandeq:type1=lowpass:frequency1=5k; a band that is given anything is on.
               graphiceq:31hz=-3:1khz=4 by centre, graphiceq:bands=10:gains=0/0/3 from the first
    Values     numbers with a dot, and a prefix or unit that suits: 6900, 6.9k, 6.9kHz, -3dB, 12ms,
               35%, +7st, 700ct, 1/32; on and off; the names of indexed values (format=aac)
    Quotes     'single' or "double", around what holds commas, colons or spaces; \\ takes the next
               character as it is
    preset=    a factory preset by name or number; comes first wherever it stands
    bypass=on  passes the input
    @NAME      a shipped chain (fxrender presets); @FILE.fx, @DIR/FILE a chain file
    state:FILE a saved state of Apple's unit, .aupreset

    In a chain file a new line separates like a comma, and # after white space begins a comment.
    As JSON: [{"unit": "lowpass", "parameters": {"cutoffFrequency": 6900}, "bypass": false}]

    Values out of range are clamped with a warning (--strict: refused). No frequency passes 0.495 of the
    sample rate.

    """

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
