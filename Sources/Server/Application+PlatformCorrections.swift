import Journal
import Stage
import Texts
import Wire

/// What platforms take back.
extension Application {
    /// Continues with the events that retract what deliveries made under these IDs, and what came beside
    /// it; of a held event, what happened after its approval. Each group has the names of one event.
    func takeBack(
        _ groups: [[Text]], in room: Text, fail: @escaping (Problem) -> Void,
        then body: @escaping ([[HookEvent]]) throws(Problem) -> Void
    ) throws(Problem) {
        let live = rooms.glance(room)
        if let pending = groups.joined().lazy.compactMap({ live.pendingEvents[$0] }).first {
            return wait(for: pending, fail) { [unowned self] () throws(Problem) in
                try takeBack(groups, in: room, fail: fail, then: body)
            }
        }
        handOver(live)
        try historyReader.ask(about: room) { journal in
            let history = journal.history(of: room)
            return try groups.map { names -> [Retraction] in
                let found = try names.flatMap { [Self.approvalID(of: $0), $0] }
                    .first { try history.event(id: $0) != nil }
                guard let found else { return [] }
                return try (1...HookEvent.mostPlaces).compactMap {
                    try history.event(id: HookEvent.id(found, at: $0)).map(history.retraction)
                }
            }
        } _: { found in
            do throws(Problem) {
                try body(found.get().map { $0.compactMap(\.corrected) })
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
