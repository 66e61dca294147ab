import Access
import Broadcast
import HTTPRouting
import Journal
import Texts
import Transport
import Wire

/// HTTP handlers that list a room's viewers and reload their pages.
extension Application {
    func viewers(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard lacksAttendances(room.share) else {
            return call.reply(.json(ViewersDocument.write(room.output)))
        }
        // The room is not in memory, or was loaded a moment ago: read the other servers' viewers from the
        // log.
        let here = ViewersDocument.entries(here: room.output)
        let name = room.name
        try historyReader.answer(call, about: name) { journal in
            let others = try Self.attendances(of: [name], elsewhereIn: journal.log)[0]
            return .json(ViewersDocument.write(here, others, speaker: nil))
        }
    }

    /// True if the room's viewers at other servers are not known yet.
    func lacksAttendances(_ share: Share?) -> Bool {
        sharing != nil && share?.attendances.isRead != true
    }

    /// Reads the viewers of rooms at other servers: one dictionary for each room, by the server's name.
    static func attendances(
        of rooms: [Text], elsewhereIn log: any EventLog
    ) throws(JournalError) -> [[Text: Attendance]] {
        guard let log = log as? any SharedLog else { return rooms.map { _ in [:] } }
        return try log.attendances(of: rooms).map { all in all.filter { $0.key != log.server } }
    }

    /// Reloads the page of one viewer, or with `all` of every viewer, at any server.
    func reload(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard lacksAttendances(room.share) else {
            return try reload(call, elsewhere: room.share?.attendances.others ?? [:])
        }
        let name = room.name
        try historyReader.ask(about: name, for: call.admission) { journal in
            try Self.attendances(of: [name], elsewhereIn: journal.log)[0]
        } _: { [unowned self] others in
            do throws(Problem) {
                try reload(call, elsewhere: others.get())
            } catch {
                call.reply(error.response)
            }
        }
    }

    private func reload(_ call: Call, elsewhere others: [Text: Attendance]) throws(Problem) {
        let room = rooms.glance(call.room)
        let elsewhere = ViewersDocument.count(of: call.item, in: others)
        let here = reload(call.item, in: room.output)
        if here + elsewhere == 0, call.item != ViewersDocument.allViewers {
            throw .notFound("No viewer \"\(call.item)\" watches this room.")
        }
        if elsewhere > 0 { sharing?.attending.reload(call.item, of: room.name) }
        call.confirm(
            .json(.object([.init("viewers", .number(Double(here + elsewhere)))]), status: 202))
    }

    /// Reloads pages that are connected to this server. Returns how many.
    func reload(_ viewer: Text, in room: RoomOutput) -> Int {
        let viewers = room.audience.viewers
        let meant =
            viewer == ViewersDocument.allViewers ? viewers : viewers.filter { $0.id == viewer }
        frameScheduler.sender.tell(Message(text: StreamMessage.reload), to: meant)
        return meant.count
    }
}
