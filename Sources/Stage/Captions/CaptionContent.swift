public import Texts

/// A caption.
public struct CaptionContent: Hashable, Sendable {
    public var text: Text
    public var effect: Caption.Effect
    public var align: CaptionsConfiguration.Align
    /// The text's characters: extended grapheme clusters.
    public var glyphs: [Text]
    public var appearance: Appearance

    /// How much of the text is there.
    public enum Appearance: Hashable, Sendable {
        /// By character, in line heights: −1 is a line below its place, 0 in place.
        case rise([Thousandths])
        /// By character, 0 to 1.
        case alpha([Thousandths])
        /// The text is filled to `level`, 0 to 1; the surface swings by `amplitude` points.
        case wave(level: Thousandths, amplitude: Thousandths, phase: Thousandths)
    }

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = CaptionContent(
        text: "", effect: .fade, align: .left, glyphs: [], appearance: .alpha([]))
}
