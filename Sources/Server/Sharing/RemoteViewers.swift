import Journal
import Texts

/// The viewers of rooms at the other servers of a cluster, for the answers about rooms and viewers.
final class RemoteViewers {
    /// The synchronization with other servers; nil: there are none.
    private let sharing: Sharing?

    init(sharing: Sharing?) { self.sharing = sharing }

    /// True if the room's viewers at other servers must be read from the log, because this server has not heard of
    /// them yet.
    func areUnknown(_ room: LiveRoom) -> Bool {
        sharing != nil && room.share?.attendances.isRead != true
    }

    /// Reloads the pages of one viewer, or with `all` of every viewer, at other servers.
    func reload(_ viewer: Text, of room: Text) { sharing?.attending.reload(viewer, of: room) }

    /// Reads the viewers of rooms at other servers: one dictionary for each room, by the server's name.
    static func read(
        of rooms: [Text], in log: any EventLog
    ) throws(JournalError) -> [[Text: Attendance]] {
        guard let log = log as? any SharedLog else { return rooms.map { _ in [:] } }
        return try log.attendances(of: rooms).map { all in all.filter { $0.key != log.server } }
    }

    /// Counts the viewers of rooms at other servers.
    static func counts(
        of rooms: [Text], in log: any EventLog
    ) throws(JournalError) -> [Text: Int] {
        let found = try read(of: rooms, in: log)
        return Dictionary(
            uniqueKeysWithValues: zip(rooms, found.map { $0.values.reduce(0) { $0 + $1.count } }))
    }
}
