public import Timeline

/// The channels of gift combos and the queue behind them.
public struct GiftsConfiguration: Hashable, Sendable {
    /// So many channels there may be.
    public static let channelLimit = 8

    public var enabled = true
    public var x = 24.0
    public var y = 320.0
    public var channels = 2
    public var width = 200.0
    public var height = 40.0
    public var gap = 10.0
    public var entrance = Duration(seconds: 0.25)
    public var popScale = 3.0
    public var dipScale = 0.7
    public var pop = Duration(seconds: 0.25)
    public var settle = Duration(seconds: 0.25)
    public var settleDamping = 0.7
    /// Whole distances a second.
    public var settleVelocity = 10.0
    /// How long a row rests after its last pop, if nothing waits.
    public var linger = Duration(seconds: 3)
    /// The number of waiting combos that halves the rest; 0: the rest is always `linger`.
    public var hurry = 4.0
    public var exit = Duration(seconds: 0.25)
    public var exitShift = 240.0
    /// How long a combo keeps its channel while others wait; 0: for ever.
    public var turn = Duration(seconds: 30)
    /// How many combos may wait.
    public var queueLimit = 1000
    /// The rest of a count from which on a pop adds more than one; 0: never.
    public var catchUpFrom = 10
    public var catchUpDivisor = 5

    public init() {}

    var popShape: Pop.Shape {
        Pop.Shape(
            rise: pop, peak: popScale, dip: dipScale, settle: settle,
            spring: Spring(damping: settleDamping, velocity: settleVelocity))
    }
}
