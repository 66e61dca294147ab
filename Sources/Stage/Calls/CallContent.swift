public import Texts
public import Timeline

/// The drawable content of a call's card in a frame.
public struct CallContent: Hashable, Sendable {
    public var name: Text
    public var avatar: Text?
    /// True if the card is on its way out and takes no taps.
    public var leaving: Bool
    /// The room time at which the card appeared.
    public var born: Instant

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = CallContent(name: "", leaving: false, born: .zero)
}
