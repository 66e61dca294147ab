public import Stage
public import Texts
public import Timeline

/// Something to be written: an event, or what became of one.
public enum Record: Sendable {
    /// An event to be recorded. `ticket` names it in the journal's answer.
    case event(NewEvent, ticket: UInt64)
    /// A question: has an event of this id been recorded? Answered as a repeated event is.
    case question(NewEvent, ticket: UInt64)
    /// A room is to be erased with all that is known of it. `ticket` names it in the journal's answer.
    case erase(room: Text, ticket: UInt64)
    /// The same, unless the room has events by now, which another server may have recorded: that fails.
    case eraseSpent(room: Text, ticket: UInt64)
    /// (To a log that several servers share.) What is noted next of the room (`isNote`) was noted after this event:
    /// if the log lacks that, none of it is written.
    case landmark(room: Text, Landmark)
    /// With what outcome a recorded event was applied to its room.
    case outcome(room: Text, seq: Int64, Outcome)
    /// What became of things shown, in order.
    case milestones(room: Text, [Milestone])
    /// Something was first sent to a viewer that said it could see: event ids and the wall time,
    /// in microseconds since 1970.
    case sent(room: Text, ids: [Text], wallMicroseconds: Int64)
    /// The room's time stands still, or runs again.
    case clock(room: Text, RoomClock)
    /// (To a log that several servers share.) What is wished of a room's time.
    case wish(room: Text, TimeWish)
    /// Log time has come this far, which is noted with whatever is written.
    case tick
    // Rooms stand apart: every record would be as large as one, and all are copied on their way.
    /// The whole room after all events up to `seq`. Nothing if the newest of them is not there; nil: it is not
    /// known.
    indirect case snapshot(room: Text, seq: Int64, state: Room, newest: Landmark? = nil)

    /// (To a log that several servers share.) The whole room after the event at `seq`, to be compared with what
    /// others have then.
    indirect case comparison(room: Text, seq: Int64, state: Room)

    /// The room it is about; nil if it is about the log.
    var room: Text? {
        switch self {
        case .event(let event, _), .question(let event, _): event.room
        case .landmark(let room, _), .outcome(let room, _, _), .milestones(let room, _),
            .sent(let room, _, _), .clock(let room, _), .wish(let room, _),
            .snapshot(let room, _, _, _), .comparison(let room, _, _), .erase(let room, _),
            .eraseSpent(let room, _):
            room
        case .tick: nil
        }
    }

    /// Whether it says what became of events, or what they came to: it is true of a log that has these.
    public var isNote: Bool {
        switch self {
        case .outcome, .milestones, .sent, .comparison: true
        default: false
        }
    }

    /// The ticket of what is answered.
    var ticket: UInt64? {
        switch self {
        case .event(_, let ticket), .question(_, let ticket), .erase(_, let ticket),
            .eraseSpent(_, let ticket):
            ticket
        default: nil
        }
    }
}

/// An event that is to be recorded.
public struct NewEvent: Sendable {
    public let room: Text
    /// Unique in its room.
    public let id: Text
    /// Its place in its room's history; nil: the next one.
    public let seq: Int64?
    /// Its room time; nil: that of its writing.
    public let time: Instant?
    /// What happened, in the form its reader understands. Two events of one id are the same if their
    /// bodies are.
    public let body: Text
    /// When it came, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// How a room begins, should this be its first event.
    public let birth: Birth
    /// The place of the event that set the configuration from which this one sets another; nil: it sets
    /// none; negative: it may follow any. A log that several servers share refuses it as `overtaken` if that
    /// is not the newest.
    public let basis: Int64?

    public struct Birth: Sendable {
        public let configuration: Text
        public let clock: RoomClock

        public init(configuration: Text, clock: RoomClock) {
            self.configuration = configuration
            self.clock = clock
        }
    }

    public init(
        room: Text, id: Text, seq: Int64? = nil, time: Instant? = nil, body: Text,
        wallMicroseconds: Int64, birth: Birth, basis: Int64? = nil
    ) {
        self.room = room
        self.id = id
        self.seq = seq
        self.time = time
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.birth = birth
        self.basis = basis
    }
}

/// What the journal says of an event it was given.
public struct Verdict: Sendable {
    public let ticket: UInt64
    public let result: Result

    public enum Result: Sendable {
        /// It is on disk, at this place and time in its room's history.
        case recorded(seq: Int64, time: Instant)
        /// An event of this id is on disk already.
        case known(StoredEvent)
        /// (To a question, or after `unsure`.) There is none of this id.
        case unknown
        /// Nothing was written: the configuration on which it is based is not the newest, which is that of
        /// the event at `basis`.
        case overtaken(basis: Int64)
        /// Nobody finds the room any more. `rest` is the name under which what is left of it on the
        /// disk is to be erased next; nil: nothing is, but in `copies`, files beside the log's own.
        case erased(rest: Text?, copies: [Text])
        /// Nothing was written.
        case failed(JournalError)
        /// Perhaps it is on disk. Another verdict follows once that is known.
        case unsure(JournalError)
    }

    public init(ticket: UInt64, result: Result) {
        self.ticket = ticket
        self.result = result
    }
}
