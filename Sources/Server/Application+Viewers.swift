import Journal
import Texts
import Transport
import Wire

/// Requests about those who watch a room.
extension Application {
    func viewers(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard lacksAttendances(room) else {
            return call.reply(.json(ViewersDocument.write(room)))
        }
        // It has just come into memory, or never will for this.
        let here = ViewersDocument.entries(here: room)
        let name = room.name
        try historyReader.answer(call, about: name) { journal in
            let others = try Self.attendances(of: [name], elsewhereIn: journal.log)[0]
            return .json(ViewersDocument.write(here, others, speaker: nil))
        }
    }

    /// Whether it is not known who watches a room at other servers.
    func lacksAttendances(_ room: LiveRoom) -> Bool {
        sharing != nil && room.share?.attendances.isRead != true
    }

    /// Who watches rooms at other servers, for each by their names.
    static func attendances(
        of rooms: [Text], elsewhereIn log: any EventLog
    ) throws(JournalError) -> [[Text: Attendance]] {
        guard let log = log as? any SharedLog else { return rooms.map { _ in [:] } }
        return try log.attendances(of: rooms).map { all in all.filter { $0.key != log.server } }
    }

    /// Has a page, or `all`, load itself anew.
    func reload(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard lacksAttendances(room) else {
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
        let here = reload(call.item, in: room)
        if here + elsewhere == 0, call.item != Self.allViewers {
            throw .notFound("No viewer \"\(call.item)\" watches this room.")
        }
        if elsewhere > 0 { sharing?.attending.reload(call.item, of: room.name) }
        call.confirm(
            .json(.object([.init("viewers", .number(Double(here + elsewhere)))]), status: 202))
    }

    static let allViewers: Text = "all"

    /// The same for those who are connected here; returns how many there are.
    func reload(_ viewer: Text, in room: LiveRoom) -> Int {
        let viewers = room.audience.viewers
        let meant = viewer == Self.allViewers ? viewers : viewers.filter { $0.id == viewer }
        director.sender.tell(Message(text: StreamMessage.reload), to: meant)
        return meant.count
    }
}
