import Access
import Broadcast
import HTTPRouting
import Pages
import RoomRuntime
import Stage
import Texts
import Transport
import Wire

/// HTTP handlers that serve the web pages, and a room's configuration, its schema and its current frame.
extension Application {
    func getConfiguration(_ call: Call) {
        let configuration = rooms.glance(call.room).room.configuration
        call.reply(.json(ConfigurationDocument.write(configuration)))
    }

    func schema(_ call: Call) {
        let schema = ConfigurationSchema.document
        call.reply(.json(ceilings?.narrowing(schema) ?? schema))
    }

    func frame(_ call: Call) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.timeline.onceSettled {
            var writer = FrameJSON()
            writer.writeFull(room.timeline.frame(), seq: max(1, room.output.audience.frames.seq))
            call.reply(.json(writer.bytes))
        }
    }

    func overlay(_ call: Call) throws(Problem) { try show(Site.overlay, call) }

    func studio(_ call: Call) throws(Problem) { try show(Site.studio, call) }

    func file(_ call: Call) throws(Problem) { try show(call.values, call) }

    private func show(_ path: [Text], _ call: Call) throws(Problem) {
        guard let response = site.response(path: path, to: call.request) else {
            throw .notFound("There is no such file.")
        }
        call.reply(response)
    }
}
