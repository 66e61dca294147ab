public import Stage
public import Texts
public import Timeline

/// A command to the event log, such as a new event, a note about an earlier event, or a change of a room.
public enum Record: Sendable {
    /// Records an event. `ticket` identifies the event in the journal's verdict.
    case event(NewEvent, ticket: UInt64)
    /// Asks whether an event with this ID is recorded. The verdict is the same as for a repeated event.
    case question(NewEvent, ticket: UInt64)
    /// Erases a room with all its data. `ticket` identifies the command in the journal's verdict.
    case erase(room: Text, ticket: UInt64)
    /// Erases a room without events. Fails if it has events, which another server may have recorded meanwhile.
    case eraseSpent(room: Text, ticket: UInt64)
    /// (Shared logs only.) The server wrote the following notes of the room (`isNote`) after this event. If the log
    /// lacks the event, it writes none of the notes.
    case landmark(room: Text, Landmark)
    /// The outcome of a recorded event when the room applied it.
    case outcome(room: Text, seq: Int64, Outcome)
    /// The times when content entered or left the stage, in order.
    case milestones(room: Text, [Milestone])
    /// Content was sent for the first time to a viewer that reports to be visible: the event IDs and the wall time, in
    /// microseconds since 1970.
    case sent(room: Text, ids: [Text], wallMicroseconds: Int64)
    /// The room's clock was stopped or started.
    case clock(room: Text, RoomClock)
    /// (Shared logs only.) A server's wish for a room's clock.
    case wish(room: Text, TimeWish)
    /// Log time goes on. The log stores its clock with every write.
    case tick
    // Room states are boxed (`indirect`): otherwise every record would be as large as a room, and records are copied on
    // their way.
    /// The whole room after all events up to `seq`. A shared log ignores it unless `newest`, the event at `seq`, is
    /// still there; nil: any event is accepted.
    indirect case snapshot(room: Text, seq: Int64, state: Room, newest: Landmark? = nil)

    /// (Shared logs only.) The whole room after the event at `seq`, for comparison with the states of other servers.
    indirect case comparison(room: Text, seq: Int64, state: Room)

    /// The room of the record; nil if the record concerns the whole log.
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

    /// True for notes about events or about the state that they led to. A note is valid only in a log that has these
    /// events.
    public var isNote: Bool {
        switch self {
        case .outcome, .milestones, .sent, .comparison: true
        default: false
        }
    }

    /// The ticket of a command that the journal answers; nil for other records.
    var ticket: UInt64? {
        switch self {
        case .event(_, let ticket), .question(_, let ticket), .erase(_, let ticket),
            .eraseSpent(_, let ticket):
            ticket
        default: nil
        }
    }
}

/// An event to record, with the data for creating its room.
public struct NewEvent: Sendable {
    public let room: Text
    /// Unique in its room.
    public let id: Text
    /// The event's number in its room; nil: the next one.
    public let seq: Int64?
    /// The event's room time; nil: the time of the write.
    public let time: Instant?
    /// The content of the event, in a form that only the reader knows. Two events with the same ID are repeats if their
    /// bodies are equal.
    public let body: Text
    /// The time when the event arrived, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The start of the room if this is its first event.
    public let birth: Birth
    /// For an event that sets a configuration, the number of the event that set the configuration it replaces; nil: the
    /// event sets none; negative: it may replace any. A shared log refuses the event as `overtaken` if another
    /// configuration is newer.
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

/// The journal's answer to an event, a question or an erasure.
public struct Verdict: Sendable {
    public let ticket: UInt64
    public let result: Result

    public enum Result: Sendable {
        /// The event is on disk, with this number and time in its room.
        case recorded(seq: Int64, time: Instant)
        /// An event with this ID was on disk already.
        case known(StoredEvent)
        /// (To a question, or after `unsure`.) No event has this ID.
        case unknown
        /// Nothing was written: the event is not based on the newest configuration, which the event with the number
        /// `basis` has set.
        case overtaken(basis: Int64)
        /// The room no longer exists. `rest` is the name under which remaining data is on disk and must be erased next;
        /// nil if none remains. `copies` are other files beside the log that may have data of the room.
        case erased(rest: Text?, copies: [Text])
        /// Nothing was written.
        case failed(JournalError)
        /// The event may be on disk. Another verdict follows once this is known.
        case unsure(JournalError)
    }

    public init(ticket: UInt64, result: Result) {
        self.ticket = ticket
        self.result = result
    }
}
