public import Texts

/// The drawable content of a gift row in a frame.
public struct GiftContent: Hashable, Sendable {
    /// The combo's ID. A new ID means another sender or gift, not a changed row.
    public var combo: Text
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    /// The number shown, the n of ×n.
    public var count: Int
    public var digitScale: Thousandths
    /// Nil in tier 0.
    public var flourish: Flourish?

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = GiftContent(
        combo: "", sender: "", gift: "", count: 1, digitScale: Thousandths(1))
}
