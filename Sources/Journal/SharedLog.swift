public import Texts

/// A log to which several servers write. It decides order and times for all of them, and tells each what
/// comes, on whichever server.
///
/// Whether a room's time runs is decided there too, by what servers wish (`TimeWish`): a clock that a
/// server would set might be earlier than what another has shown.
public protocol SharedLog: EventLog {
    /// Begins to listen. `received` is called on a thread of its own, with what comes to rooms that are
    /// followed, in the order of the log.
    func listen(_ received: @escaping @Sendable (News) -> Void) -> any Listening

    /// Goes up with each connection to another run of what keeps the log, before anything is asked or heard of
    /// that: it may lack what the last one had answered.
    var runCount: Int { get }

    /// How far a room has come, and its clock; nil if there is none.
    func place(of room: Text) throws(JournalError) -> RoomPlace?
}

/// A server's listening to a shared log, from any thread.
public protocol Listening: Sendable {
    /// Listens to a room from now on. `missed` follows once that has begun.
    func follow(_ room: Text)

    /// Listens to it no more.
    func leave(_ room: Text)

    /// Listens to nothing more.
    func stop()
}

/// How far a room has come in a shared log.
public struct RoomPlace: Hashable, Sendable {
    /// The newest event's place.
    public let seq: Int64
    /// The place of the last event that was forgotten.
    public let forgottenSeq: Int64
    public let clock: RoomClock
    public let birthConfiguration: Text

    public init(seq: Int64, forgottenSeq: Int64, clock: RoomClock, birthConfiguration: Text) {
        self.seq = seq
        self.forgottenSeq = forgottenSeq
        self.clock = clock
        self.birthConfiguration = birthConfiguration
    }
}

/// What a server is told by a log that it shares with others.
public enum News: Sendable, Hashable {
    /// An event has been recorded. If it is not the next one, those between have to be read.
    case event(room: Text, StoredEvent)
    /// A room has begun, with this configuration; its first event follows.
    case born(room: Text, configuration: Text, clock: RoomClock)
    /// A room's time runs otherwise from now on.
    case clock(room: Text, RoomClock)
    case erased(room: Text)
    /// Servers have made different things of this room's events.
    case differs(room: Text)
    /// A room had no event any more, and begins anew.
    case spent(room: Text)
    /// Something may have been missed of this room, which has to be compared with the log.
    case missed(room: Text)
    /// Something may have been missed of all rooms.
    case missedAny
    /// Log time has come this far, and all that was stamped before has been told.
    case time(Int64)
    /// Keys, or what else is settled beside events, may be others now.
    case settled
    /// A room has a file, or has it no more.
    case files(FileChange)
    /// Nothing is told until somebody says `missed`.
    case deaf
}

/// What a server wishes of a room's time, if the log decides.
public enum TimeWish: Sendable, Hashable {
    /// It runs from now on. `allAlong`: it never stood still but while no server was there.
    case run(allAlong: Bool)
    /// It runs for so long; then it stands still, unless somebody has said so again.
    case vouch(microseconds: Int64)
    /// It stands still, unless another vouches for it.
    case withdraw
}
