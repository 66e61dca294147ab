/// Whether a log may be in a Redis that loses the newest events in a power cut.
public enum Durability: Sendable {
    /// `appendfsync always`, or the log is refused.
    case everyEvent
    /// Whatever Redis is set to.
    case asRedisIsSet
}
