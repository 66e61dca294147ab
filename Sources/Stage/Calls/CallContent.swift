public import Texts
public import Timeline

/// The drawable content of a call's card in a frame.
public struct CallContent: Hashable, Sendable {
    public var name: Text
    public var avatar: Text?
    /// True if the card is on its way out and takes no taps.
    public var leaving: Bool
    /// When the card appeared.
    public var born: Instant

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = CallContent(name: "", leaving: false, born: .zero)
}
