import Access
import Digests
import HTTPRouting
import Journal
import RoomRuntime
import Stage
import Texts
import Wire

/// HTTP handlers that retract (take back) recorded events, with the IDs that the server derives from other events' IDs.
extension Application {
    /// Retracts a recorded gift, call or caption by an event of its own. The ID of that event is derived from
    /// the ID of the retracted one, so a second retraction is a repeat of the first.
    func takeBack(_ call: Call) throws(Problem) {
        _ = try key(of: call.request)
        let room = rooms.glance(call.room)
        guard let pending = room.pendingEvents[call.item] else {
            return try takeBackRecorded(call)
        }
        wait(for: pending, call) { [unowned self] () throws(Problem) in
            try takeBackRecorded(call)
        }
    }

    private func takeBackRecorded(_ call: Call) throws(Problem) {
        handOver(rooms.glance(call.room).records)
        let (item, caller) = (call.item, try call.caller)
        try historyReader.ask(about: call.room, for: call.admission) {
            [room = call.room] journal in
            let history = journal.history(of: room)
            // The poster owns an event, also after another key has approved it.
            guard let posted = try history.event(id: item), posted.isKnown(to: caller) else {
                return nil
            }
            // A held event is not shown itself: retract the event of its approval.
            let approved = try history.event(id: Self.approvalID(of: item))
            return try history.retraction(of: approved ?? posted)
        } _: { [unowned self] (recorded: Result<Retraction?, Problem>) in
            do throws(Problem) {
                guard let retraction = try recorded.get() else {
                    throw .notFound("No event \"\(item)\" is recorded in this room.")
                }
                try record(
                    retraction.kind(), as: Self.correctionID(of: retraction.event.id), call)
            } catch {
                call.reply(error.response)
            }
        }
    }

    /// Continues once the disk has recorded or refused a pending event. The event may have been a repeat, so
    /// the continuation looks at the recorded events.
    func wait(
        for pending: PendingEvent, _ call: Call, _ body: @escaping () throws(Problem) -> Void
    ) {
        if let doubt = pending.doubt { return call.reply(Problem.journalUnsure(doubt).response) }
        pending.repeats.append { _ in
            do throws(Problem) {
                try body()
            } catch {
                call.reply(error.response)
            }
        }
    }

    /// Returns the ID of the event that retracts the event `id`.
    static func correctionID(of id: Text) -> Text { derivedID(derivedWords[0], id) }

    /// Returns the ID of the event that is recorded when the held event `id` is approved.
    static func approvalID(of id: Text) -> Text { derivedID(derivedWords[1], id) }

    /// Returns the ID of the event that counts the gifts of the event `id` after their wait for a report.
    static func releaseID(of id: Text) -> Text { derivedID(derivedWords[2], id) }

    private static let derivedWords: [Text] = ["takeBack", "approved", "counted"]

    /// Throws if a client's ID has the form of an ID that the server derives. An event with such an ID would
    /// block the retraction or the approval of another event.
    static func checkNotDerived(_ id: Text) throws(Problem) {
        guard derivedWords.contains(where: { id.begins(with: "\($0):") }) else { return }
        throw .badContent(
            ContentError(problems: [
                .init(
                    pointer: "/id",
                    detail: "ids that begin with takeBack:, approved: or counted: are the server's "
                        + "own")
            ]))
    }

    private static func derivedID(_ word: Text, _ id: Text) -> Text {
        if let own = try? EventBody.id("\(word):\(id)") { return own }
        return "\(word):\(Text(hexadecimal: SHA256.hash(Array(id.utf8))))"
    }
}

extension StoredEvent {
    /// True if a caller may know of the event and retract it. A posting key and a platform may only for their own
    /// events.
    func isKnown(to caller: Caller) -> Bool {
        switch caller.role {
        case .deck, .owner, .admin: true
        case nil, .viewer, .trigger, .hook, .ingest: SignedBody(kept: body).key == caller.key
        }
    }
}

/// A recorded event before its retraction.
struct Retraction: Sendable {
    let event: StoredEvent
    /// True if the platform takes back the whole streak of the event.
    var isOfWholeStreak = false
    /// The number of its gifts that counted; nil: all, or it reports no gifts.
    let addition: Int?

    /// Returns the event that retracts this one. Throws for an event that can't be retracted.
    func kind() throws(Problem) -> Event.Kind {
        let (id, seq, outcome) = (event.id, event.seq, event.outcome)
        switch try event.kind() {
        case .gift(let gift, let mark)
        where mark.isReal && !isOfWholeStreak
            && (gift.streak != nil || gift.report?.role == .waits):
            throw .isPartOfStreak
        case .gift where addition == 0: return .takeBack(TakenBack(id: id, seq: seq))
        case .gift(_, .approved) where outcome == .skipped(.overtaken):
            return .takeBack(TakenBack(id: id, seq: seq))
        case .gift(let sent, let mark):
            let gift = addition.map { sent.alone(count: $0) } ?? sent
            let combo: Text? = if case .merged(let combo) = outcome { combo } else { nil }
            return .takeBack(
                TakenBack(
                    id: id, seq: seq,
                    given: .init(
                        gift, mark: mark, combo: combo,
                        wasOvertaken: outcome == .skipped(.overtaken))))
        case .call, .caption, .hold: return .takeBack(TakenBack(id: id, seq: seq))
        case let kind: throw .notShown(kind, "taken back")
        }
    }
}

extension Problem {
    fileprivate static let isPartOfStreak = badContent(
        ContentError(problems: [
            .init(
                pointer: "",
                detail: "this gift is a part of a streak: it says how many there were so far, "
                    + "and can't be taken back by itself")
        ]))
}
