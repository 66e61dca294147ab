public import Stage
public import Texts
public import Timeline

/// An event as the journal keeps it.
public struct StoredEvent: Sendable, Hashable {
    /// Its place in its room's history, from 1.
    public let seq: Int64
    public let id: Text
    public let body: Text
    /// When it came, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The room time of it.
    public let time: Instant
    /// What became of it then; nil if that is not written yet: a replay will say.
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

    /// About as many bytes as it takes, for limits of what is read at a time.
    public var byteCount: Int { id.byteCount + body.byteCount + 64 }
}

/// What became of a thing shown, as far as it is known.
public struct StoredLife: Sendable, Hashable {
    public var entered: Instant?
    public var left: Instant?
    public var reason: Milestone.Reason?
    /// When it was first sent to a viewer that said it could see, in microseconds since 1970.
    public var sentWallMicroseconds: Int64?

    public init() {}
}

/// A room as the journal has it: where to begin a replay, and what follows.
public struct StoredRoom: Sendable {
    public let name: Text
    /// The configuration document that its kept history begins with.
    public let birthConfiguration: Text
    public let clock: RoomClock
    /// The place of the last event that was forgotten; 0: all are kept.
    public let forgottenSeq: Int64
    /// When the newest of its events that is kept came, in microseconds since 1970; nil: none is.
    public var lastWallMicroseconds: Int64?
    /// The newest state, after the events up to `seq`; nil: from the beginning.
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
