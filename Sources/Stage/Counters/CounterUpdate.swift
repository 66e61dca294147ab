import Texts
public import Timeline

/// An event's update of a counter, with its target, the way there and its format. Fields that the event leaves out have
/// their defaults.
public struct CounterUpdate: Hashable, Sendable {
    /// The value to reach, or with `adds` the amount to add to the counter's target.
    public var to: Double
    /// True if `to` is added. An existing counter then keeps its format.
    public var adds = false
    /// The start value; nil: the exact current value, 0 for a new counter.
    public var from: Double?
    public var duration = Duration(seconds: 2)
    public var easing = Easing.easeOut
    public var format = CounterFormat()

    public init(to: Double) {
        self.to = to
    }
}

extension CounterUpdate: Weighed {
    var byteEstimate: Int { 150 + format.prefix.byteCount + format.suffix.byteCount }
}
