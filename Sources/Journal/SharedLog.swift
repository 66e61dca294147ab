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

    /// The name of this server, which no other has.
    var server: Text { get }

    /// Says who watches rooms at this server; nil: nobody. Those who follow them are told (`News.watched`).
    func attend(_ rooms: [(name: Text, attendance: Attendance?)]) throws(JournalError)

    /// Who watches these rooms, for each by the names of the servers that are there.
    func attendances(of rooms: [Text]) throws(JournalError) -> [[Text: Attendance]]

    /// Has the page of a viewer of another server load itself anew, or with `all` those of all of them.
    func reload(_ viewer: Text, of room: Text) throws(JournalError)
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
