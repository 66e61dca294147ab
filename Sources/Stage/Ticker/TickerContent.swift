public import Texts

/// A gift's card in the ticker.
public struct TickerContent: Hashable, Sendable {
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    public var count: Int
    public var digitScale: Thousandths

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = TickerContent(
        sender: "", gift: "", count: 1, digitScale: Thousandths(1))
}
