import Access
import Assets
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Timeline
import Webhooks
import Wire

/// Records the spoken messages that clients make themselves.
struct SpeechController {
    let rooms: Rooms
    let assets: Assets
    let recorder: EventRecorder
    let historyReader: HistoryReader

    /// Records the speech of an event that the caller may read. An event has one speech: another one is refused.
    func post(_ call: Call) throws(Problem) {
        let body = try call.body { (json) throws(ContentError) in
            try EventBody.speech(of: call.item, json)
        }
        guard case .speech(_, let src, let duration) = body.kind else { return }
        guard duration == .zero || assets.isSpeech(src, in: call.room) else {
            throw .badContent(
                ContentError(problems: [
                    .init(
                        pointer: "/src",
                        detail: "must be the address of a WAV or Ogg file of this room")
                ]))
        }
        let wanted = WantedEvent(id: EventID.speech(of: call.item), kind: body.kind)
        try historyReader.ask(about: rooms.glance(call.room).records, for: call.admission) {
            [room = call.room, item = call.item] journal in
            try journal.wholeHistory(of: room).event(id: item)
        } _: { [recorder] recorded in
            call.replyOnFailure { () throws(Problem) in
                guard let event = try recorded.get(), event.isKnown(to: try call.caller) else {
                    throw .noEvent(call.item)
                }
                try event.checkIsSpoken()
                try recorder.record(wanted, call)
            }
        }
    }
}

extension StoredEvent {
    /// Throws if the event has no alert that could have a speech.
    fileprivate func checkIsSpoken() throws(Problem) {
        switch try kind() {
        case .gift, .call, .notice: break
        case let kind: throw .notShown(kind, "spoken", types: "gifts, calls and notices")
        }
    }
}
