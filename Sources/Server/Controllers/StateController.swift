import Access
import Broadcast
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

/// Returns a room's present frame, and its stage and queues with the expected times, over HTTP.
struct StateController {
    let rooms: Rooms
    let forecasts: Forecasts

    func frame(_ call: Call) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.timeline.onceSettled {
            var writer = FrameJSON()
            writer.writeFull(room.timeline.frame(), seq: max(1, room.output.audience.frames.seq))
            call.reply(.json(writer.bytes))
        }
    }

    /// Returns the senders who gave most, the largest sum first.
    func leaders(_ call: Call) throws(Problem) {
        let limit = try call.request.number("limit", in: 1...1000) ?? 20
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.timeline.onceSettled {
            let leaders = room.room.overview.leaders(limit)
            call.reply(.json(JSON(leaders, by: room.configuration.leaders.by)))
        }
    }

    func state(_ call: Call) {
        let room = rooms.glance(call.room)
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        room.timeline.onceSettled { [forecasts] in
            call.replyOnFailure { () throws(Problem) in
                try forecasts.forecast(room.timeline, isWritten: true, for: call.exchange) {
                    let known = $0.document
                    call.reply(.json(known.isEmpty ? Self.document(of: $0) : known))
                }
            }
        }
    }

    static func document(of forecast: Forecast) -> [UInt8] {
        OverviewDocument.write(forecast.room.overview, expected: forecast.entries).encoded
    }
}
