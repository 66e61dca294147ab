import Texts

/// What two sides know of each other while they are connected.
struct Session: Sendable {
    /// Of this run of Redis.
    let run: Text
    /// Of the connection.
    let client: Int64
    /// Of the log.
    let log: Text
}
