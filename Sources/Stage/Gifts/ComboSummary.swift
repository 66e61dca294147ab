public import Texts

/// A combo in a channel.
public struct ComboSummary: Hashable, Sendable {
    public let channel: Int
    /// `animating`, `willEnd` or `endAnimating`.
    public let state: Text
    public let combo: Text
    public let sender: Text
    public let gift: Text
    /// The number shown.
    public let count: Int
    public let target: Int
}

/// A waiting combo.
public struct WaitingComboSummary: Hashable, Sendable {
    public let combo: Text
    public let sender: Text
    public let gift: Text
    public let count: Int
}
