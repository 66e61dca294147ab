import Access
import HTTPRouting
import Journal
import Stage
import Texts
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

    /// Shows a recorded gift, call or caption again by recording a new event. The replay lacks a message that a moderator
    /// hid.
    func replay(_ call: Call) throws(Problem) {
        let id = try call.bareEventID()
        try historyReader.ask(about: rooms.glance(call.room), for: call.admission) {
            [room = call.room, item = call.item] journal in
            let history = journal.wholeHistory(of: room)
            let life = try history.life(of: item)
            return try history.event(id: item).map { (event: $0, life: life) }
        } _: { [recorder] recorded in
            call.replyOnFailure { () throws(Problem) in
                guard let (event, life) = try recorded.get() else { throw .noEvent(call.item) }
                let kind = try event.replayed(
                    of: call.item, hidesMessage: life?.messageHidden != nil)
                try recorder.record(WantedEvent(id: id, kind: kind), call)
            }
        }
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

extension StoredEvent {
    /// Returns the event that shows this one again, marked as a replay. Throws for other events.
    fileprivate func replayed(of id: Text, hidesMessage: Bool) throws(Problem) -> Event.Kind {
        switch try kind() {
        case .gift(let gift, _):
            return .gift(gift.replayed(hidesMessage: hidesMessage), mark: .replay(of: id))
        case .call(let person, _, let origin):
            return .call(person, mark: .replay(of: id), origin: origin?.alone)
        case .notice(let notice, _):
            return .notice(notice.replayed(hidesMessage: hidesMessage), mark: .replay(of: id))
        case .caption(let caption, _): return .caption(caption, mark: .replay(of: id))
        case let kind: throw .notShown(kind, "shown again")
        }
    }
}
