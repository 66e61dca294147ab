public import Stage
public import Texts

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
    case outcome(room: Text, seq: Int64, Outcome, alert: AlertOutcome? = nil)
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
        case .landmark(let room, _), .outcome(let room, _, _, _), .milestones(let room, _),
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
