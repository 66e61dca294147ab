public import Timeline

/// The settings of the ticker, a scrolling list of gift cards.
public struct TickerConfiguration: Hashable, Sendable {
    public var enabled = false
    public var x = 836.0
    public var y = 0.0
    public var width = 100.0
    public var height = 80.0
    /// The horizontal distance from a card's resting place to the place where it appears.
    public var entryX = 124.0
    /// The distance from `y` down to the place of an entering card, before the list pans.
    public var entryY = 350.0
    /// The distance from one card to the next.
    public var margin = 85.0
    /// The number of places in the list, counted from the oldest card.
    public var rows = 4
    public var entrance = Duration(seconds: 0.5)
    /// At most `entrance`.
    public var pan = Duration(seconds: 0.3)
    /// The time from one step of the count to the next; not less than `pop` + `settle`.
    public var tick = Duration(seconds: 0.7)
    /// The approximate number of steps in which a count is shown.
    public var steps = 5
    public var popScale = 3.0
    public var dipScale = 0.8
    public var pop = Duration(seconds: 0.25)
    public var settle = Duration(seconds: 0.25)
    public var settleDamping = 0.5
    /// The spring's initial velocity, in whole distances a second.
    public var settleVelocity = 8.0
    /// The time from the last step to the fade.
    public var linger = Duration(seconds: 1)
    public var fade = Duration(seconds: 1)
    /// The maximum number of waiting cards.
    public var queueLimit = 1000

    public init() {}

    var popShape: Pop.Shape {
        Pop.Shape(
            rise: pop, peak: popScale, dip: dipScale, settle: settle,
            spring: Spring(damping: settleDamping, velocity: settleVelocity))
    }
}
