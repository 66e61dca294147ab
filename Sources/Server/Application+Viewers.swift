import Texts
import Transport
import Wire

/// Requests about those who watch a room.
extension Application {
    func viewers(_ call: Call) {
        call.reply(.json(ViewersDocument.write(rooms.glance(call.room).audience)))
    }

    /// Has a page, or `all`, load itself anew.
    func reload(_ call: Call) throws(Problem) {
        let viewers = rooms.glance(call.room).audience.viewers
        let meant = call.item == "all" ? viewers : viewers.filter { $0.id == call.item }
        if meant.isEmpty, call.item != "all" {
            throw .notFound("No viewer \"\(call.item)\" watches this room.")
        }
        let reload = Message(text: StreamMessage.reload)
        director.sender.tell(reload, to: meant)
        call.reply(
            .json(.object([.init("viewers", .number(Double(meant.count)))]), status: 202))
    }
}
