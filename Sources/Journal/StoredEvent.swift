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

    public init(
        seq: Int64, id: Text, body: Text, wallMicroseconds: Int64, time: Instant,
        outcome: Outcome?
    ) {
        self.seq = seq
        self.id = id
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.time = time
        self.outcome = outcome
    }

    /// An estimate of the event's size in bytes, for limits of reads.
    public var byteCount: Int { id.byteCount + body.byteCount + 64 }
}

/// The known times of an event's content: when it entered the stage, when and why it left, and when it was sent.
public struct StoredLife: Sendable, Hashable {
    public var entered: Instant?
    public var left: Instant?
    public var reason: Milestone.Reason?
    /// The time when the content was first sent to a viewer that reports to be visible, in microseconds since 1970.
    public var sentWallMicroseconds: Int64?

    public init() {}
}

/// A room in the journal: its start, its clock and its newest snapshot, from which a replay can begin.
public struct StoredRoom: Sendable {
    public let name: Text
    /// The configuration document at the start of the stored history.
    public let birthConfiguration: Text
    public let clock: RoomClock
    /// The number of the last deleted event; 0 if all events are stored.
    public let forgottenSeq: Int64
    /// The time when the newest stored event arrived, in microseconds since 1970; nil if no event is stored.
    public var lastWallMicroseconds: Int64?
    /// The newest stored state, after the events up to `seq`; nil: replay from the beginning.
    public let snapshot: (seq: Int64, state: Room)?

    public init(
        name: Text, birthConfiguration: Text, clock: RoomClock, forgottenSeq: Int64,
        lastWallMicroseconds: Int64? = nil, snapshot: (seq: Int64, state: Room)?
    ) {
        self.name = name
        self.birthConfiguration = birthConfiguration
        self.clock = clock
        self.forgottenSeq = forgottenSeq
        self.lastWallMicroseconds = lastWallMicroseconds
        self.snapshot = snapshot
    }
}
