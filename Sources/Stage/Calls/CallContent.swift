public import Texts

/// A call's card.
public struct CallContent: Hashable, Sendable {
    public var name: Text
    public var avatar: Text?
    /// It is on its way out and takes no taps.
    public var leaving: Bool

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = CallContent(name: "", leaving: false)
}
