public import Timeline

/// The stack of incoming-call cards.
public struct CallsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// The cards' left edge; nil: they stand in the middle.
    public var x: Double?
    /// The edge out of which cards slide, in points from the stage's top.
    public var y = 0.0
    /// From that edge to the first slot.
    public var top = 17.0
    public var width = 170.0
    public var height = 48.0
    /// From one slot to the next.
    public var pitch = 58.0
    /// How many cards may stand.
    public var max = 3
    public var entrance = Duration(seconds: 0.2)
    /// How long a card stands.
    public var vanish = Duration(seconds: 5)
    public var move = Duration(seconds: 0.5)
    /// Whether one caller may have several cards.
    public var repetition = false
    /// What makes two callers the same.
    public var repetitionKey = RepetitionKey.userId
    /// Whether a tap makes a card leave.
    public var tapVanish = false

    public enum RepetitionKey: String, Hashable, Sendable, CaseIterable {
        /// The user's id, or the name if there is none.
        case userId
        case name
    }

    public init() {}
}
