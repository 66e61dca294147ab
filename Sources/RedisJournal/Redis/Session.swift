import Texts

/// The identity of a connection to Redis, by which the same Redis and the same log are recognized after a reconnect.
struct Session: Sendable {
    /// The ID of the run of Redis.
    let run: Text
    /// The ID of the connection in Redis.
    let client: Int64
    /// The name of the log.
    let log: Text
}
