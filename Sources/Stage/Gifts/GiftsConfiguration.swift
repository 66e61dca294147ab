public import Timeline

/// The settings of the gifts widget, such as its channels' number, size and times, and its queue.
public struct GiftsConfiguration: Hashable, Sendable {
    /// The maximum number of channels.
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
    /// The spring's initial velocity, in whole distances a second.
    public var settleVelocity = 10.0
    /// The time that a row rests after its last pop while no combo waits.
    public var linger = Duration(seconds: 3)
    /// The number of waiting combos that halves the rest; 0: the rest is always `linger`.
    public var hurry = 4.0
    public var exit = Duration(seconds: 0.25)
    public var exitShift = 240.0
    /// The time that a combo keeps its channel while others wait; 0: for ever.
    public var turn = Duration(seconds: 30)
    /// The maximum number of waiting combos.
    public var queueLimit = 1000
    /// A pop adds more than one while at least this many counts remain; 0: never.
    public var catchUpFrom = 10
    public var catchUpDivisor = 5

    public init() {}

    var popShape: Pop.Shape {
        Pop.Shape(
            rise: pop, peak: popScale, dip: dipScale, settle: settle,
            spring: Spring(damping: settleDamping, velocity: settleVelocity))
    }
}
