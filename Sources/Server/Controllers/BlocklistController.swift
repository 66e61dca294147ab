import Access
import Cluster
import HTTPRouting
import History
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Lists and changes over HTTP the words and senders that a room's moderators block.
struct BlocklistController {
    let rooms: Rooms
    let recorder: EventRecorder

    /// Returns `{"entries": ["word:…", "sender:id:…", "sender:name:…"]}`, the oldest first.
    func list(_ call: Call) {
        let entries = rooms.glance(call.room).timeline.base.blockEntries
        call.reply(.json(.object([.init("entries", .array(entries.map { .string($0.text) }))])))
    }

    func block(_ call: Call) throws(Problem) {
        try record(.block(entry(of: call, isNew: true)), call)
    }

    func unblock(_ call: Call) throws(Problem) {
        try record(.unblock(entry(of: call, isNew: false)), call)
    }

    private func entry(of call: Call, isNew: Bool) throws(Problem) -> BlockEntry {
        do throws(ContentError) {
            return try BlockEntry(sent: call.item, isNew: isNew)
        } catch {
            throw .badContent(error)
        }
    }

    private func record(_ kind: Event.Kind, _ call: Call) throws(Problem) {
        try recorder.record(WantedEvent(id: call.bareEventID(), kind: kind), call) { acceptance in
            .json(acceptance.receipt.json)
        }
    }
}
