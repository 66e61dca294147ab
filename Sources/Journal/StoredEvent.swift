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
    /// When it was applied, and what became of it then; nil where a crash came between.
    public let applied: Applied?

    public struct Applied: Sendable, Hashable {
        public let time: Instant
        public let outcome: Outcome

        public init(time: Instant, outcome: Outcome) {
            self.time = time
            self.outcome = outcome
        }
    }

    public init(
        seq: Int64, id: Text, body: Text, wallMicroseconds: Int64, applied: Applied?
    ) {
        self.seq = seq
        self.id = id
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.applied = applied
    }
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
    /// The configuration document it began with.
    public let birthConfiguration: Text
    /// The room's time had come at least this far.
    public let time: Instant
    /// When the newest of its events that is kept came, in microseconds since 1970; nil: none is.
    public var lastWallMicroseconds: Int64?
    /// The newest state that can be read, after the events up to `seq`; nil: from the beginning.
    public let snapshot: (seq: Int64, state: Room)?
}
