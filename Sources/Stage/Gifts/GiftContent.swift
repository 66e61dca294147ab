public import Texts

/// A channel's row.
public struct GiftContent: Hashable, Sendable {
    /// The id of the combo: another one means another sender or gift, not a changed one.
    public var combo: Text
    public var sender: Text
    public var avatar: Text?
    public var gift: Text
    public var image: Text?
    /// The n of ×n.
    public var count: Int
    public var digitScale: Thousandths

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = GiftContent(
        combo: "", sender: "", gift: "", count: 1, digitScale: Thousandths(1))
}
