import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Stage
import Texts
import Webhooks
import Wire

/// Retracts (takes back) recorded events over HTTP, each by an event of its own.
struct RetractionController {
    let rooms: Rooms
    let recorder: EventRecorder
    let historyReader: HistoryReader

    /// Retracts a recorded gift, call or caption by an event of its own. The ID of that event is derived from
    /// the ID of the retracted one, so a second retraction is a repeat of the first.
    func takeBack(_ call: Call) throws(Problem) {
        _ = try call.idempotencyKey()
        guard let pending = rooms.glance(call.room).pendingEvents[call.item] else {
            return try takeBackRecorded(call)
        }
        pending.whenDecided(call) { () throws(Problem) in
            try takeBackRecorded(call)
        }
    }

    private func takeBackRecorded(_ call: Call) throws(Problem) {
        let (item, caller) = (call.item, try call.caller)
        try historyReader.ask(about: rooms.glance(call.room).records, for: call.admission) {
            [room = call.room] journal in
            let history = journal.history(of: room)
            // The poster owns an event, also after another key has approved it.
            guard let posted = try history.event(id: item), posted.isKnown(to: caller) else {
                return nil
            }
            // A held event is not shown itself: retract the event of its approval.
            let approved = try history.event(id: EventID.approval(of: item))
            return try history.retraction(of: approved ?? posted)
        } _: { [recorder] (recorded: Result<Retraction?, Problem>) in
            call.replyOnFailure { () throws(Problem) in
                guard let retraction = try recorded.get() else { throw .noEvent(item) }
                let id = EventID.retraction(of: retraction.event.id)
                try recorder.record(WantedEvent(id: id, kind: retraction.kind()), call)
            }
        }
    }
}
