public import Timeline

/// The settings of the calls widget, such as the size, number and times of its cards.
public struct CallsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// The cards' left edge; nil centers the cards.
    public var x: Double?
    /// The edge over which the first card slides out, in points from the stage's top.
    public var y = 0.0
    /// The distance from that edge to the first slot.
    public var top = 17.0
    public var width = 170.0
    public var height = 48.0
    /// The distance from one slot to the next.
    public var pitch = 58.0
    /// The maximum number of standing cards.
    public var max = 3
    public var entrance = Duration(seconds: 0.2)
    /// The time that a card stands.
    public var vanish = Duration(seconds: 5)
    public var move = Duration(seconds: 0.5)
    /// True if one caller may have several cards.
    public var repetition = false
    /// The property that makes two callers the same.
    public var repetitionKey = RepetitionKey.userId
    /// True if a tap makes a card leave.
    public var tapVanish = false

    public enum RepetitionKey: String, Hashable, Sendable, CaseIterable {
        /// The user's ID, or the name of a user without an ID.
        case userId
        case name
    }

    public init() {}
}
