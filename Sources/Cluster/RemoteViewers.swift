package import Broadcast
package import Journal
import LiveRooms
package import Texts
package import Wire

/// The viewers of rooms at the other servers of a cluster, for the answers about rooms and viewers.
package final class RemoteViewers {
    /// The synchronization with other servers; nil: there are none.
    private let sharing: Sharing?

    package init(sharing: Sharing?) { self.sharing = sharing }

    /// True if the room's viewers at other servers must be read from the log, because this server has not heard of
    /// them yet.
    package func areUnknown(_ room: RoomOutput) -> Bool {
        sharing != nil && room.share?.attendances.isRead != true
    }

    /// Reloads the pages of one viewer, or with `all` of every viewer, at other servers.
    package func reload(_ viewer: Text, of room: Text) {
        sharing?.attending.reload(viewer, of: room)
    }

    /// Reads the viewers of rooms at other servers: one dictionary for each room, by the server's name.
    package static func read(
        of rooms: [Text], in log: any EventLog
    ) throws(JournalError) -> [[Text: Attendance]] {
        guard let log = log as? any SharedLog else { return rooms.map { _ in [:] } }
        return try log.attendances(of: rooms).map { all in all.filter { $0.key != log.server } }
    }

    /// Counts the viewers of rooms at other servers.
    package static func counts(
        of rooms: [Text], in log: any EventLog
    ) throws(JournalError) -> [Text: Int] {
        let found = try read(of: rooms, in: log)
        return Dictionary(
            uniqueKeysWithValues: zip(rooms, found.map { $0.values.reduce(0) { $0 + $1.count } }))
    }

    // MARK: Entries

    private static let idKey: Text = "id"
    private static let speakerKey: Text = "speaker"

    /// Returns the entries of viewers at other servers, as last received from them. `speaker`: the ID of the viewer that
    /// plays the sounds; nil: none of them does.
    package static func entries(_ others: [Text: Attendance], speaker: Text? = nil) -> [JSON] {
        others.values.flatMap { attendance in
            entries(attendance).map { entry in
                let isSpeaker = speaker != nil && entry[idKey] == speaker.map(JSON.string)
                return .object(
                    entry.members.map {
                        $0.key == speakerKey ? .init(speakerKey, .bool(isSpeaker)) : $0
                    })
            }
        }
    }

    private static func entries(_ attendance: Attendance) -> [JSON] {
        guard case .array(let entries)? = try? JSON(parsing: Array(attendance.details.utf8)) else {
            return []
        }
        return entries
    }

    /// Returns how many viewers at other servers have this ID; nil: the number of all viewers there.
    package static func count(of id: Text?, in others: [Text: Attendance]) -> Int {
        guard let id else { return others.viewerCount }
        return entries(others).count { $0[idKey] == .string(id) }
    }
}

extension RoomOutput {
    /// The reports about the room's viewers at other servers.
    package var remoteViewers: [Text: Attendance] { share?.attendances.others ?? [:] }

    /// The entries of the room's viewers at other servers.
    package var remoteEntries: [JSON] {
        guard let share else { return [] }
        let rival = audience.speaker == nil ? share.attendances.rival : nil
        return RemoteViewers.entries(
            share.attendances.others,
            speaker: rival.map { Viewer.id($0.voice.number, at: $0.server) })
    }

    /// The number of viewers at all servers.
    package var viewerCount: Int { audience.viewers.count + (share?.attendances.otherCount ?? 0) }
}

extension Viewer {
    /// The viewer's ID. On a shared log it includes the server, because each server numbers its own viewers.
    package var id: Text {
        output.share.map { Self.id(number, at: $0.attendances.server) } ?? "\(number)"
    }

    fileprivate static func id(_ number: Int, at server: Text) -> Text {
        "\(number)-\(Text(decoding: server.utf8.prefix(8)))"
    }
}
