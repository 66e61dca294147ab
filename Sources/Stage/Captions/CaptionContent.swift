public import Texts

/// The drawable content of a caption in a frame.
public struct CaptionContent: Hashable, Sendable {
    public var text: Text
    public var effect: Caption.Effect
    public var align: CaptionsConfiguration.Align
    /// The text's characters: extended grapheme clusters.
    public var glyphs: [Text]
    public var appearance: Appearance

    /// The progress of the caption's effect.
    public enum Appearance: Hashable, Sendable {
        /// The height of each character, in line heights: −1 is a line below its place, 0 in place.
        case rise([Thousandths])
        /// The opacity of each character, 0 to 1.
        case alpha([Thousandths])
        /// The fill level of the text, 0 to 1, and the wave on its surface, with the amplitude in
        /// points and the phase in radians.
        case wave(level: Thousandths, amplitude: Thousandths, phase: Thousandths)
    }

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = CaptionContent(
        text: "", effect: .fade, align: .left, glyphs: [], appearance: .alpha([]))
}
