import CCairo
import Glibc
import Rendering

/// The response as an engineer draws it: magnitude, phase and group delay over a logarithmic frequency, the units in
/// the legend.
struct ResponseDrawing {
  private let response: ChainResponse
  private let cairo: OpaquePointer

  private static let width = 960.0
  private static let left = 84.0
  private static let right = 936.0
  /// Colours that stay apart for the colour-blind (M. Okabe and K. Ito, 2008).
  private static let colours: [(Double, Double, Double)] = [
    (0.90, 0.62, 0), (0.34, 0.71, 0.91), (0, 0.62, 0.45), (0.80, 0.47, 0.65), (0, 0.45, 0.70), (0.84, 0.37, 0),
  ]

  static func svg(_ response: ChainResponse) -> [UInt8] {
    collect { sink, data in
      let surface = cairo_svg_surface_create_for_stream(sink, data, width, height(response))
      draw(response, on: surface)
      cairo_surface_destroy(surface)
    }
  }

  /// At twice the size of the SVG's unit, for screens of today.
  static func png(_ response: ChainResponse) -> [UInt8] {
    collect { sink, data in
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(2 * width), Int32(2 * height(response)))
      cairo_surface_set_device_scale(surface, 2, 2)
      draw(response, on: surface)
      cairo_surface_write_to_png_stream(surface, sink, data)
      cairo_surface_destroy(surface)
    }
  }

  private static func height(_ response: ChainResponse) -> Double { legendHeight(response) + 840 }
  private static func legendHeight(_ response: ChainResponse) -> Double { 24 + 20 * Double(curves(response).count) }

  /// The chain, and its units where it has more than one.
  private static func curves(_ response: ChainResponse) -> [ChainResponse.Curve] {
    (response.units.count > 1 ? response.units : []) + [response.chain]
  }

  private static func collect(
    _ body: (cairo_write_func_t, UnsafeMutableRawPointer) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &bytes) { target in
      body(
        { target, data, count in
          target?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    return bytes
  }

  private static func draw(_ response: ChainResponse, on surface: OpaquePointer?) {
    guard let cairo = cairo_create(surface) else { return }
    defer { cairo_destroy(cairo) }
    let drawing = ResponseDrawing(response: response, cairo: cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    drawing.legend()
    let top = legendHeight(response)
    drawing.magnitude(Panel(top: top + 12, bottom: top + 392, low: 0, high: 1))
    drawing.phase(Panel(top: top + 424, bottom: top + 594, low: -180, high: 180))
    drawing.groupDelay(Panel(top: top + 626, bottom: top + 786, low: 0, high: 1))
  }

  // MARK: Parts

  /// A plot's place on the page and what its axis runs over.
  private struct Panel {
    let top, bottom: Double
    var low, high: Double

    func y(_ value: Double) -> Double {
      bottom - (value - low) / (high - low) * (bottom - top)
    }
  }

  private func legend() {
    cairo_set_font_size(cairo, 13)
    for (i, curve) in Self.curves(response).enumerated() {
      let y = 26 + 20 * Double(i)
      style(i)
      cairo_move_to(cairo, Self.left, y - 4)
      cairo_line_to(cairo, Self.left + 28, y - 4)
      cairo_stroke(cairo)
      cairo_set_source_rgb(cairo, 0, 0, 0)
      let isChain = i == Self.curves(response).count - 1
      let name = isChain && response.units.count > 1 ? "all" : curve.name
      text(shortened(name) + (isChain ? ", at \(numberText(response.sampleRate)) Hz" : ""), Self.left + 38, y, align: 0)
    }
  }

  /// What fits a line.
  private func shortened(_ name: String) -> String {
    name.count > 105 ? name.prefix(104) + "…" : name
  }

  private func magnitude(_ panel: Panel) {
    let axis = DecibelAxis(Self.curves(response).flatMap(\.magnitude))
    var panel = panel
    (panel.low, panel.high) = (axis.bottom, axis.top)
    frame(panel, "Magnitude (dB)", axis.ticks)
    curves(panel) { $0.magnitude }
  }

  private func phase(_ panel: Panel) {
    frame(panel, "Phase (degrees)", Array(stride(from: -180.0, through: 180, by: 90)))
    curves(panel, wrap: 180) { $0.phase }
  }

  private func groupDelay(_ panel: Panel) {
    let values = Self.curves(response).flatMap(\.groupDelay).map { 1000 * $0 }
    let (low, high) = (min(0, values.min()!), max(values.max()!, 1e-3))
    let step = Self.roundStep((high - low) / 4)
    var panel = panel
    panel.low = (low / step).rounded(.down) * step
    panel.high = (high / step).rounded(.up) * step
    let ticks = Int((panel.high - panel.low) / step + 0.5)
    frame(panel, "Group delay (ms)", (0...ticks).map { panel.low + Double($0) * step })
    curves(panel) { $0.groupDelay.map { 1000 * $0 } }
    cairo_set_font_size(cairo, 13)
    text("Frequency (Hz)", (Self.left + Self.right) / 2, panel.bottom + 42, align: 0.5)
  }

  /// 1, 2 or 5 times a power of ten, at least as large.
  private static func roundStep(_ step: Double) -> Double {
    let power = pow(10, log10(step).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= step * 0.999 } ?? step
  }

  // MARK: Axes

  private func x(_ frequency: Double) -> Double {
    let (first, last) = (response.frequencies[0], response.frequencies.last!)
    return Self.left + (Self.right - Self.left) * log(frequency / first) / log(last / first)
  }

  private func frame(_ panel: Panel, _ title: String, _ ticks: [Double]) {
    cairo_set_font_size(cairo, 12)
    cairo_set_line_width(cairo, 1)
    for decade in 1...5 {
      for digit in 1...9 {
        let frequency = Double(digit) * pow(10, Double(decade))
        guard frequency <= response.frequencies.last! else { continue }
        line(x(frequency), panel.top, x(frequency), panel.bottom, grey: digit == 1 ? 0.65 : 0.88)
        if [1, 2, 5].contains(digit) { text(hertz(frequency), x(frequency), panel.bottom + 16, align: 0.5) }
      }
    }
    for tick in ticks {
      line(Self.left, panel.y(tick), Self.right, panel.y(tick), grey: tick == 0 ? 0.4 : 0.8)
      text(numberText((tick * 1e6).rounded() / 1e6), Self.left - 8, panel.y(tick) + 4, align: 1)
    }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    cairo_rectangle(cairo, Self.left, panel.top, Self.right - Self.left, panel.bottom - panel.top)
    cairo_stroke(cairo)
    cairo_save(cairo)
    cairo_translate(cairo, 24, (panel.top + panel.bottom) / 2)
    cairo_rotate(cairo, -.pi / 2)
    cairo_set_font_size(cairo, 13)
    text(title, 0, 0, align: 0.5)
    cairo_restore(cairo)
  }

  private func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, grey: Double) {
    cairo_set_source_rgb(cairo, grey, grey, grey)
    cairo_move_to(cairo, x0, y0)
    cairo_line_to(cairo, x1, y1)
    cairo_stroke(cairo)
  }

  /// Text of which a share, `align`, lies left of x.
  private func text(_ text: String, _ x: Double, _ y: Double, align: Double) {
    var extents = cairo_text_extents_t()
    cairo_text_extents(cairo, text, &extents)
    cairo_set_source_rgb(cairo, 0, 0, 0)
    cairo_move_to(cairo, x - align * extents.x_advance, y)
    cairo_show_text(cairo, text)
  }

  // MARK: Curves

  private func style(_ index: Int) {
    let isChain = index == Self.curves(response).count - 1
    let colour = isChain ? (0, 0, 0) : Self.colours[index % Self.colours.count]
    cairo_set_source_rgb(cairo, colour.0, colour.1, colour.2)
    cairo_set_line_width(cairo, isChain ? 2.2 : 1.4)
  }

  /// Draws what `values` gives of each curve; one that jumps by more than `wrap` begins anew.
  private func curves(_ panel: Panel, wrap: Double = .infinity, _ values: (ChainResponse.Curve) -> [Double]) {
    cairo_save(cairo)
    cairo_rectangle(cairo, Self.left, panel.top, Self.right - Self.left, panel.bottom - panel.top)
    cairo_clip(cairo)
    for (index, curve) in Self.curves(response).enumerated() {
      style(index)
      let values = values(curve)
      for (i, value) in values.enumerated() {
        let (x, y) = (x(response.frequencies[i]), panel.y(max(value, panel.low - (panel.high - panel.low))))
        if i == 0 || abs(value - values[i - 1]) > wrap {
          cairo_move_to(cairo, x, y)
        } else {
          cairo_line_to(cairo, x, y)
        }
      }
      cairo_stroke(cairo)
    }
    cairo_restore(cairo)
  }
}
