import Texts
public import Timeline

/// Where a counter is to go, and how it looks on the way. What it leaves out has its default.
public struct CounterUpdate: Hashable, Sendable {
    /// The value to reach; of what is added the amount, to that which it goes to anyway.
    public var to: Double
    /// Whether `to` is added. A counter that is there keeps its form then.
    public var adds = false
    /// nil: the exact value of now, 0 for a new counter.
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
