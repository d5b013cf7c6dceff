import DSPCore
import ParamSpec

/// A unit and its values as a saved state holds them.
struct SavedState {
  let unit: UnitDescription
  let component: Component?
  let values: [StoredValue]

  /// Reads an .aupreset file.
  init(_ file: FilePath, at position: ChainPosition) throws(ChainError) {
    throw ChainError(.state, "saved states are not supported yet", at: position)
  }
}
