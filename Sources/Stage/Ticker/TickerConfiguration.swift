public import Timeline

/// The scrolling list of gift cards.
public struct TickerConfiguration: Hashable, Sendable {
    public var enabled = false
    public var x = 836.0
    public var y = 0.0
    public var width = 100.0
    public var height = 80.0
    /// From where a card rests to where it comes from.
    public var entryX = 124.0
    /// From `y` to where a card comes in, before the list pans.
    public var entryY = 350.0
    /// From one card to the next.
    public var margin = 85.0
    /// How many cards may be on their way through the list.
    public var rows = 4
    public var entrance = Duration(seconds: 0.5)
    /// At most `entrance`.
    public var pan = Duration(seconds: 0.3)
    /// From one step of the count to the next; at least `pop` + `settle`.
    public var tick = Duration(seconds: 0.7)
    /// About how many steps a count is shown in.
    public var steps = 5
    public var popScale = 3.0
    public var dipScale = 0.8
    public var pop = Duration(seconds: 0.25)
    public var settle = Duration(seconds: 0.25)
    public var settleDamping = 0.5
    /// Whole distances a second.
    public var settleVelocity = 8.0
    /// From the last step to the fade.
    public var linger = Duration(seconds: 1)
    public var fade = Duration(seconds: 1)
    /// How many cards may wait.
    public var queueLimit = 1000

    public init() {}

    var popShape: Pop.Shape {
        Pop.Shape(
            rise: pop, peak: popScale, dip: dipScale, settle: settle,
            spring: Spring(damping: settleDamping, velocity: settleVelocity))
    }
}
