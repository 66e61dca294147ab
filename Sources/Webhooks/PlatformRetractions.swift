import Access
import HTTPRouting
package import History
import Journal
package import LiveRooms
import RoomRuntime
import Stage
import Texts
import Wire

/// Finds the recorded events that a platform takes back, such as a deleted Super Chat or a canceled redemption.
package struct PlatformRetractions {
    let rooms: Rooms
    let historyReader: HistoryReader

    package init(
        rooms: Rooms, historyReader: HistoryReader
    ) {
        self.rooms = rooms
        self.historyReader = historyReader
    }

    /// Calls `body` with the events that retract the events of earlier deliveries, one list for each group. A
    /// group has the possible IDs of one event or streak. For a held event, the events of its approval are
    /// retracted. An event that the sender may not see counts as unknown.
    ///
    /// Waits first for pending events with these IDs, but only once for each (`waited`), because a platform
    /// may repeat an event without end.
    func find(
        _ groups: [[Text]], in room: Text, for admission: Admission,
        after waited: Set<Text> = [], fail: @escaping (Problem) -> Void,
        then body: @escaping ([[HookEvent]]) throws(Problem) -> Void
    ) throws(Problem) {
        let live = rooms.glance(room)
        let names = groups.flatMap(\.self)
        let unseen = (names + names.map(EventID.notice(of:))).filter { !waited.contains($0) }
        let pending =
            unseen.lazy.compactMap { live.pendingEvents[$0] }.first
            ?? live.pendingEvents.part(ofStreaks: names).flatMap {
                waited.contains($0.id) ? nil : $0
            }
        if let pending {
            return pending.whenDecided(failed: fail) { () throws(Problem) in
                try find(
                    groups, in: room, for: admission, after: waited.union([pending.id]),
                    fail: fail, then: body)
            }
        }
        let spans = Dictionary(
            names.compactMap { name in live.room.span(ofStreak: name).map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        let takenBack = Set(names.filter { live.room.isTakenBack(streak: $0) })
        let caller = try admission.caller()
        try historyReader.ask(about: live.records, for: admission) { [seq = live.seq] journal in
            let history = journal.history(of: room)
            return try groups.map {
                try history.retracted(
                    $0, by: caller, spans: spans, takenBack: takenBack, after: seq)
            }
        } _: { (found: Result<[Retracted], Problem>) in
            do throws(Problem) {
                try body(found.get().map(\.events))
            } catch {
                fail(error)
            }
        }
    }
}

/// The recorded events that a platform retracts by one ID.
private struct Retracted: Sendable {
    /// The streak of that ID; nil: the ID belongs to an event, or is unknown.
    var streak: Text?
    var retractions: [Retraction] = []

    /// The events that retract the recorded events. The streak's event is the first, so that later parts do
    /// not count.
    var events: [HookEvent] {
        let whole = streak.map {
            HookEvent(
                id: EventID.retraction(of: $0),
                kind: .takeBack(TakenBack(id: $0, seq: nil, isStreak: true)))
        }
        return (whole.map { [$0] } ?? []) + retractions.compactMap(\.corrected)
    }
}

extension History {
    /// Returns the recorded events of one event or streak with these names that `caller` may retract.
    /// `spans`: the places of the streaks' parts that the room knows; `takenBack`: the streaks that the room
    /// knows as retracted; `seq`: the room's newest event.
    fileprivate func retracted(
        _ names: [Text], by caller: Caller, spans: [Text: ClosedRange<Int64>],
        takenBack: Set<Text>, after seq: Int64
    ) throws(JournalError) -> Retracted {
        for name in names {
            let found = try retractions(of: name, by: caller)
            if !found.isEmpty { return Retracted(retractions: found) }
        }
        for name in names {
            let parts = try retractions(
                ofStreak: name, in: spans[name], isTakenBack: takenBack.contains(name),
                after: seq)
            guard let parts else { continue }
            for part in parts where part.isOfWholeStreak {
                if try !isPosted(part.event, by: caller) { return Retracted() }
            }
            return Retracted(streak: name, retractions: parts)
        }
        return Retracted()
    }

    /// True if `caller` may see the delivery that made an event. An approval belongs to the delivery that was
    /// held.
    private func isPosted(
        _ event: StoredEvent, by caller: Caller
    ) throws(JournalError) -> Bool {
        if case .gift(_, .approved(let held, _))? = try? event.kind() {
            return try self.event(id: held)?.isKnown(to: caller) ?? false
        }
        return event.isKnown(to: caller)
    }

    /// Returns the events of a delivery that `caller` may retract. For a held delivery these are the events
    /// of its approval.
    private func retractions(
        of id: Text, by caller: Caller
    ) throws(JournalError) -> [Retraction] {
        // A follow, a raid or a redemption may have made a notice alone.
        var posted = try event(id: id)
        if posted == nil { posted = try event(id: EventID.notice(of: id)) }
        guard let posted, posted.isKnown(to: caller) else { return [] }
        let approval = try event(id: EventID.approval(of: id))
        let first = approval ?? posted
        let besides = try besides(approval?.id ?? id).filter { $0.id != first.id }
        var retractions: [Retraction] = []
        for event in [first] + besides {
            // The server itself made the events beside an approval.
            if approval == nil, !event.isKnown(to: caller) { continue }
            retractions.append(try retraction(of: event))
        }
        return retractions
    }
}

extension Retraction {
    /// The event that undoes the recorded one; nil if it can't be undone.
    fileprivate var corrected: HookEvent? {
        guard let kind = try? event.kind() else { return nil }
        let wanted: Event.Kind?
        if case .counter(let name, let update) = kind, update.adds {
            var back = update
            back.to = -update.to
            wanted = .counter(name: name, back)
        } else {
            wanted = try? self.kind()
        }
        return wanted.map {
            HookEvent(id: EventID.retraction(of: event.id), kind: $0)
        }
    }
}
