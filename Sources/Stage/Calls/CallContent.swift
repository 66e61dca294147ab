public import Texts

/// The drawable content of a call's card in a frame.
public struct CallContent: Hashable, Sendable {
    public var name: Text
    public var avatar: Text?
    /// True if the card is on its way out and takes no taps.
    public var leaving: Bool

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = CallContent(name: "", leaving: false)
}
