public import Stage
public import Texts
public import Timeline

/// An event of a room as the log has recorded it, with its number, ID, body, times and outcome.
public struct StoredEvent: Sendable, Hashable {
    /// The event's number in its room, from 1.
    public let seq: Int64
    public let id: Text
    public let body: Text
    /// The time when the event arrived, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The event's room time.
    public let time: Instant
    /// The outcome when the room applied the event; nil if it is not written yet. A replay determines it again.
    public let outcome: Outcome?
    /// The outcome of the event's alert when the room applied the event; nil if no rule made one.
    public let alert: AlertOutcome?

    public init(
        seq: Int64, id: Text, body: Text, wallMicroseconds: Int64, time: Instant,
        outcome: Outcome?, alert: AlertOutcome? = nil
    ) {
        self.seq = seq
        self.id = id
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.time = time
        self.outcome = outcome
        self.alert = alert
    }

    /// An estimate of the event's size in bytes, for limits of reads.
    public var byteCount: Int { id.byteCount + body.byteCount + 64 }
}
