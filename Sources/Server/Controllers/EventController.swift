import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Platforms
import Stage
import Texts
import Webhooks
import Wire

/// Records the events that clients post, such as gifts, calls and captions, and replays recorded ones.
struct EventController {
    let rooms: Rooms
    let recorder: EventRecorder
    let historyReader: HistoryReader

    /// Records the event that `read` makes of a request's body.
    func post(
        _ call: Call, _ read: (JSON) throws(ContentError) -> EventBody.Request
    ) throws(Problem) {
        let event = try call.body(read)
        guard event.kind.control.allows(try call.caller, in: call.room) else { throw .forbidden }
        var wanted = WantedEvent(id: try call.eventID(inBody: event.id), kind: event.kind)
        wanted.fault = pictureFault(event.kind, in: call.room)
        try recorder.record(wanted, call)
    }

    /// Records an event that the path describes completely. A body may only give the event an ID.
    func post(_ call: Call, _ kind: Event.Kind) throws(Problem) {
        try recorder.record(WantedEvent(id: call.bareEventID(), kind: kind), call)
    }

    /// The reason why the room's pages may not load the event's pictures; nil: they may.
    private func pictureFault(_ kind: Event.Kind, in room: Text) -> Problem? {
        let hosts = PictureHosts(rooms.glance(room).configuration.stage.imageHosts)
        let faults = kind.pictureFaults(hosts: hosts)
        return faults.isEmpty ? nil : .badContent(ContentError(problems: faults))
    }

    /// Shows a recorded gift, call, notice or caption again by recording a new event. The replay lacks a message
    /// that a moderator hid.
    func replay(_ call: Call) throws(Problem) {
        let id = try call.bareEventID()
        try historyReader.ask(about: rooms.glance(call.room).records, for: call.admission) {
            [room = call.room, item = call.item] journal in
            try journal.wholeHistory(of: room).eventToReplay(item)
        } _: { [recorder] found in
            call.replyOnFailure { () throws(Problem) in
                guard let original = try found.get() else { throw .noEvent(call.item) }
                try recorder.record(WantedEvent(id: id, kind: original.replay()), call)
            }
        }
    }
}

/// A recorded event that a replay shows again.
private struct ReplayedEvent {
    let event: StoredEvent
    /// True if a moderator hid the message of the event's alert, or of the alert of another event of its delivery.
    let hidesMessage: Bool
}

extension History {
    /// Returns the event with this ID; of a replay, the event that it shows again. Nil: there is no such event.
    fileprivate func eventToReplay(_ id: Text) throws(JournalError) -> ReplayedEvent? {
        guard var event = try event(id: id) else { return nil }
        if let original = event.replayed, let found = try self.event(id: original) { event = found }
        for id in event.delivery where try life(of: id)?.messageHidden != nil {
            return ReplayedEvent(event: event, hidesMessage: true)
        }
        return ReplayedEvent(event: event, hidesMessage: false)
    }
}

extension StoredEvent {
    /// The ID of the event that this event shows again; nil if it is no replay.
    fileprivate var replayed: Text? { (try? kind())?.original }

    /// The IDs of this event and of the events of the same delivery that may have an alert with its message.
    fileprivate var delivery: [Text] {
        let main = EventID.main(of: id)
        let first = (try? kind())?.origin?.with
        return [main, EventID.notice(of: main)] + (first.map { [$0] } ?? [])
    }
}

extension Event.Kind {
    /// The permission for the event beside that of its route: a Stream Deck steers the show, messages belong to
    /// moderators, and sums to the owner.
    fileprivate var control: AccessRule {
        switch self {
        case .control(.resetLeaders): .only([.owner])
        case .control(.hideMessage), .hideMessage: .only([.moderator, .owner])
        default: .everybody
        }
    }
}

extension ReplayedEvent {
    /// Returns the event that shows this one again, marked as a replay. Throws for events that are never shown.
    func replay() throws(Problem) -> Event.Kind {
        let mark = Event.Mark.replay(of: event.id)
        switch try event.kind() {
        case .gift(let gift, _):
            return .gift(gift.replayed(hidesMessage: hidesMessage), mark: mark)
        case .call(let person, _, let origin):
            return .call(person, mark: mark, origin: origin?.alone)
        case .notice(let notice, _):
            return .notice(notice.replayed(hidesMessage: hidesMessage), mark: mark)
        case .caption(let caption, _): return .caption(caption, mark: mark)
        case let kind: throw .notShown(kind, "shown again")
        }
    }
}
