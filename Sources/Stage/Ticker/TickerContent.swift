public import Texts

/// The drawable content of a ticker card in a frame.
public struct TickerContent: Hashable, Sendable {
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    public var count: Int
    public var digitScale: Thousandths
    /// Nil in tier 0.
    public var flourish: Flourish?

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = TickerContent(
        sender: "", gift: "", count: 1, digitScale: Thousandths(1))
}
