import Journal
import Stage
import Texts
import Wire

/// What platforms take back.
extension Application {
    /// Continues with the events that retract what deliveries made under these IDs, and what came beside
    /// it; of a held event, what happened after its approval. Each group has the names of one event or
    /// streak.
    func takeBack(
        _ groups: [[Text]], in room: Text, fail: @escaping (Problem) -> Void,
        then body: @escaping ([[HookEvent]]) throws(Problem) -> Void
    ) throws(Problem) {
        let live = rooms.glance(room)
        let names = groups.flatMap(\.self)
        let pending =
            names.lazy.compactMap { live.pendingEvents[$0] }.first
            ?? live.pendingEvents.part(ofStreaks: names)
        if let pending {
            return wait(for: pending, fail) { [unowned self] () throws(Problem) in
                try takeBack(groups, in: room, fail: fail, then: body)
            }
        }
        handOver(live)
        let spans = Dictionary(
            names.compactMap { name in live.room.span(ofStreak: name).map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        try historyReader.ask(about: room) { [seq = live.seq] journal in
            let history = journal.history(of: room)
            return try groups.map { try history.retracted($0, spans: spans, after: seq) }
        } _: { found in
            do throws(Problem) {
                try body(found.get().map(\.events))
            } catch {
                fail(error)
            }
        }
    }

    /// Goes on once it is known what became of what is on its way to the disk.
    private func wait(
        for pending: PendingEvent, _ fail: @escaping (Problem) -> Void,
        _ body: @escaping () throws(Problem) -> Void
    ) {
        if let doubt = pending.doubt { return fail(.journalUnsure(doubt)) }
        pending.repeats.append { result in
            do throws(Problem) {
                _ = try result.get()
                try body()
            } catch {
                fail(error)
            }
        }
    }
}

/// The recorded events that a platform takes back by one ID.
private struct Retracted: Sendable {
    /// The streak of that ID; nil: the ID is an event's, or is not known.
    var streak: Text?
    var retractions: [Retraction] = []

    /// The events that take the recorded events back. The streak's event is the first: later parts do not count.
    var events: [HookEvent] {
        let whole = streak.map {
            HookEvent(
                id: Application.correctionID(of: $0),
                kind: .takeBack(TakenBack(id: $0, seq: nil, isStreak: true)), isBeside: false)
        }
        return (whole.map { [$0] } ?? []) + retractions.compactMap(\.corrected)
    }
}

extension History {
    /// The recorded events of one event or streak with these names. `spans`: the places of the streaks' parts
    /// that the room knows; `seq`: the room's newest event.
    fileprivate func retracted(
        _ names: [Text], spans: [Text: ClosedRange<Int64>], after seq: Int64
    ) throws(JournalError) -> Retracted {
        for name in names.flatMap({ [Application.approvalID(of: $0), $0] }) {
            guard let event = try event(id: name) else { continue }
            var retractions: [Retraction] = []
            for event in try [event] + besides(name) {
                retractions.append(try retraction(of: event))
            }
            return Retracted(retractions: retractions)
        }
        for name in names {
            let parts = try retractions(ofStreak: name, in: spans[name], after: seq)
            if let parts { return Retracted(streak: name, retractions: parts) }
        }
        return Retracted()
    }
}

extension Retraction {
    /// What makes up for it; nil if nothing can.
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
            HookEvent(id: Application.correctionID(of: event.id), kind: $0, isBeside: false)
        }
    }
}
