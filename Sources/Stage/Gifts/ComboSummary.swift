public import Texts

/// One gift combo on the stage, in the overview of a room.
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

/// One waiting combo, in the overview of a room.
public struct WaitingComboSummary: Hashable, Sendable {
    public let combo: Text
    public let sender: Text
    public let gift: Text
    public let count: Int
}
