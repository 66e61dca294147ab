import Access
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Texts
import Transport
import Webhooks
import Wire

/// Lists a room's viewers and reloads their pages over HTTP.
struct ViewerController {
    let rooms: Rooms
    let historyReader: HistoryReader
    let sender: Sender
    let remoteViewers: RemoteViewers

    func list(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard remoteViewers.areUnknown(room.output) else {
            return call.reply(.json(ViewersDocument.write(room.output)))
        }
        let here = ViewersDocument.entries(here: room.output)
        let name = room.name
        try historyReader.answer(call, about: name) { journal in
            let others = try RemoteViewers.read(of: [name], in: journal.log)[0]
            return .json(ViewersDocument.write(here, RemoteViewers.entries(others)))
        }
    }

    /// Reloads the page of one viewer, or with `all` of every viewer, at any server.
    func reload(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        guard remoteViewers.areUnknown(room.output) else {
            return try reload(call, elsewhere: room.output.remoteViewers)
        }
        let name = room.name
        try historyReader.ask(about: name, for: call.admission) { journal in
            try RemoteViewers.read(of: [name], in: journal.log)[0]
        } _: { others in
            call.replyOnFailure { () throws(Problem) in
                try reload(call, elsewhere: others.get())
            }
        }
    }

    private func reload(_ call: Call, elsewhere others: [Text: Attendance]) throws(Problem) {
        let room = rooms.glance(call.room)
        let id = call.item == ViewersDocument.allViewers ? nil : call.item
        let elsewhere = RemoteViewers.count(of: id, in: others)
        let here = room.output.reload(call.item, sender)
        if here + elsewhere == 0, id != nil {
            throw .notFound("No viewer \"\(call.item)\" watches this room.")
        }
        if elsewhere > 0 { remoteViewers.reload(call.item, of: room.name) }
        call.confirm(
            .json(.object([.init("viewers", .number(Double(here + elsewhere)))]), status: 202))
    }
}

extension RoomOutput {
    /// Reloads the page of one viewer, or with `all` of every viewer, that is connected to this server. Returns how
    /// many.
    @discardableResult
    func reload(_ viewer: Text, _ sender: Sender) -> Int {
        let viewers = audience.viewers
        let meant =
            viewer == ViewersDocument.allViewers ? viewers : viewers.filter { $0.id == viewer }
        sender.tell(Message(text: StreamMessage.reload), to: meant)
        return meant.count
    }
}
