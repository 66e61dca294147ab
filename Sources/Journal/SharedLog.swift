public import Texts

/// The interface of an event log that several servers of a cluster write to and listen to. It decides the order and the
/// times of events, and passes all news on to every server.
///
/// The log also starts and stops the rooms' clocks, according to the servers' wishes (`TimeWish`). If a server set a
/// clock itself, the clock could show an earlier time than another server has already shown.
public protocol SharedLog: EventLog {
    /// Starts a subscription. `received` is called on its own thread with the news of followed rooms, in the order of
    /// the log.
    func listen(_ received: @escaping @Sendable (News) -> Void) -> any Listening

    /// The number of Redis runs that this server has connected to. It increases before the first command or news of a
    /// new run, because the new run may lack what the last one had confirmed.
    var runCount: Int { get }

    /// Returns the position of a room and its clock; nil if the room does not exist.
    func place(of room: Text) throws(JournalError) -> RoomPlace?

    /// The unique name of this server.
    var server: Text { get }

    /// Reports the viewers of rooms at this server; nil if a room has none here. Servers that follow these rooms
    /// receive `News.watched`.
    func attend(_ rooms: [(name: Text, attendance: Attendance?)]) throws(JournalError)

    /// Returns the viewers of these rooms, for each room by the names of the running servers.
    func attendances(of rooms: [Text]) throws(JournalError) -> [[Text: Attendance]]

    /// Asks other servers to reload a viewer's page; `all` reloads the pages of all viewers.
    func reload(_ viewer: Text, of room: Text) throws(JournalError)
}

/// A server's subscription to the news of a shared log. All members may be called on any thread.
public protocol Listening: Sendable {
    /// Subscribes to a room. `missed` follows once the subscription is active.
    func follow(_ room: Text)

    /// Unsubscribes from a room.
    func leave(_ room: Text)

    /// Ends the subscription.
    func stop()
}
