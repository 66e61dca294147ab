/// The durability that a log requires from Redis, which decides whether a power cut may lose the newest events.
public enum Durability: Sendable {
    /// Redis must have `appendonly yes` and `appendfsync always`.
    case everyEvent
    /// Any setting of Redis is accepted.
    case asRedisIsSet
}
