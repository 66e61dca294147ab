import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Platforms
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Lists, approves and refuses over HTTP the platform events that wait for a moderator's approval.
struct HeldController {
    let rooms: Rooms
    let recorder: EventRecorder
    let intake: Intake
    let limiter: Limiter
    let historyReader: HistoryReader

    /// Lists the waiting events: `{"held": [{"id", "at", "source", "events": [{"type", …}]}]}`, oldest first.
    func list(_ call: Call) throws(Problem) {
        let room = rooms.glance(call.room)
        let ids = room.room.held.ids(atWallMicroseconds: WallTime.now.microseconds)
        try historyReader.answer(call, about: room.records) { [name = call.room] journal in
            let history = journal.history(of: name)
            let entries = try ids.compactMap { try history.event(id: $0)?.heldEntry }
            return .json(.object([.init("held", .array(entries))]))
        }
    }

    /// Approves a held event by recording its content as a new event. A repeated request records it only
    /// once.
    func approve(_ call: Call) throws(Problem) {
        try findHeld(call) { (event, hold) throws(Problem) in
            let room = rooms.glance(call.room)
            if let pending = room.pendingEvents[EventID.retraction(of: event.id)] {
                return pending.whenDecided(call) { () throws(Problem) in
                    try approve(call)
                }
            }
            if event.isRefused { throw .notHeld(event.id) }
            let hosts = PictureHosts(room.configuration.stage.imageHosts)
            let id = EventID.approval(of: event.id)
            let addition = room.room.held.addition(of: event.id)
            let main = hold.kinds[0].approving(event.id, addition).withoutForeignPictures(
                hosts: hosts)
            // Record the events that come with the main one first. If the server stops in between, the
            // moderator can approve again, and each event is still recorded only once.
            if room.timeline.refusal(of: main) == nil, room.pendingEvents[id] == nil {
                try recordBeside(hold.approvedBesides(as: id), call)
            }
            try recorder.record(
                WantedEvent(id: id, kind: hold.isFirst ? main : main.following(id)), call)
        }
    }

    private func recordBeside(
        _ events: [(id: Text, kind: Event.Kind)], _ call: Call
    ) throws(Problem) {
        let room = rooms.glance(call.room)
        for (id, kind) in events where room.timeline.refusal(of: kind) == nil {
            try limiter.takeEvent(kind, for: room.name, with: room.room, by: call.caller)
            intake.accept(
                Submission(room: room, id: id, kind: kind, admission: call.admission) { _ in })
        }
    }

    /// Refuses a held event by recording its retraction.
    func refuse(_ call: Call) throws(Problem) {
        try findHeld(call) { (event, _) throws(Problem) in
            let id = EventID.approval(of: event.id)
            let room = rooms.glance(call.room)
            if let pending = room.pendingEvents[id] {
                return pending.whenDecided(call) { () throws(Problem) in
                    try refuse(call)
                }
            }
            if event.isApproved { throw .notHeld(event.id) }
            let refusal = Event.Kind.takeBack(TakenBack(id: event.id, seq: event.seq))
            try recorder.record(
                WantedEvent(id: EventID.retraction(of: event.id), kind: refusal), call)
        }
    }

    /// A held event and the recorded decisions about it.
    private struct Found {
        let id: Text
        let seq: Int64
        let isApproved: Bool
        let isRefused: Bool
    }

    /// Finds the held event that the path names and calls `body`. Replies with a 404 problem if the event is
    /// unknown or too old.
    private func findHeld(
        _ call: Call, _ body: @escaping (Found, HeldEvent) throws(Problem) -> Void
    ) throws(Problem) {
        let item = call.item
        try historyReader.ask(about: rooms.glance(call.room).records, for: call.admission) {
            [room = call.room] journal in
            let history = journal.history(of: room)
            let event = try history.event(id: item)
            // Another server may have recorded the deletion of its combo just now.
            let streak = try event?.kind().streakID
            let names = [item] + (streak.map { [$0] } ?? [])
            return try (
                event: event,
                isApproved: history.event(id: EventID.approval(of: item)) != nil,
                isRefused: names.contains {
                    try history.event(id: EventID.retraction(of: $0)) != nil
                }
            )
        } _: { found in
            call.replyOnFailure { () throws(Problem) in
                let (event, isApproved, isRefused) = try found.get()
                guard let event, case .hold(let hold) = try event.kind(),
                    WallTime.now.microseconds - hold.wallMicroseconds
                        < HeldEvents.longestMicroseconds
                else { throw .notHeld(item) }
                let known = Found(
                    id: event.id, seq: event.seq, isApproved: isApproved, isRefused: isRefused)
                // Another server may have recorded the event.
                intake.order.whenApplied(event.seq, in: rooms.glance(call.room)) {
                    call.replyOnFailure { () throws(Problem) in try body(known, hold) }
                }
            }
        }
    }
}

extension StoredEvent {
    /// The event's entry in the list of held events; nil: the event is of another kind.
    fileprivate var heldEntry: JSON? {
        guard case .hold(let hold)? = try? kind() else { return nil }
        return .object([
            .init("id", .string(id)),
            .init("at", .string(Text(WallTime(microseconds: wallMicroseconds).text))),
            .init("source", .string(hold.source)),
            .init("events", .array(hold.kinds.map(JSON.init))),
        ])
    }
}

extension Event.Kind {
    /// Returns this held event as the approval of the event `id`, with the number of gifts that it adds. A
    /// platform's test stays a test.
    fileprivate func approving(_ id: Text, _ addition: Int?) -> Event.Kind {
        func approved(_ mark: Event.Mark?) -> Event.Mark { .approved(id, isTest: mark == .test) }
        return switch self {
        case .gift(let gift, let mark):
            .gift(addition.map { gift.alone(count: $0) } ?? gift, mark: approved(mark))
        case .call(let person, let mark, let origin):
            .call(person, mark: approved(mark), origin: origin)
        case .notice(let notice, let mark): .notice(notice, mark: approved(mark))
        case .caption(let caption, let mark): .caption(caption, mark: approved(mark))
        default: self
        }
    }
}

extension HeldEvent {
    /// True if no notice comes with the main event, or if both follow an earlier delivery.
    fileprivate var isFirst: Bool {
        !kinds.dropFirst().contains { kind in
            if case .notice(let notice, _) = kind { notice.origin?.with == nil } else { false }
        }
    }

    /// Returns the events that the approval `id` records beside the main event, the notice first.
    fileprivate func approvedBesides(as id: Text) -> [(id: Text, kind: Event.Kind)] {
        var notices: [(id: Text, kind: Event.Kind)] = []
        var others: [(id: Text, kind: Event.Kind)] = []
        for kind in kinds.dropFirst() {
            if case .notice = kind {
                notices.append((EventID.notice(of: id), kind))
            } else {
                let place = others.count + 2
                others.append(
                    (EventID.part(of: id, at: place), isFirst ? kind : kind.following(id)))
            }
        }
        return notices + others
    }
}

extension Event.Kind {
    /// Returns this event as a follower of the notice of the approval `id`.
    fileprivate func following(_ id: Text) -> Event.Kind {
        guard let origin else { return self }
        return coming(from: Origin(source: origin.source, with: EventID.notice(of: id)))
    }
}

extension Problem {
    fileprivate static func notHeld(_ id: Text) -> Problem {
        .notFound("\"\(id)\" does not wait for anybody's word.")
    }
}
