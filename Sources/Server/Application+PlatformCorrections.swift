import Journal
import Stage
import Texts
import Wire

/// What platforms take back.
extension Application {
    /// Continues with the events that retract what deliveries made under these IDs, and what came beside
    /// it; of a held event, what happened after its approval. Each group has the names of one event. An event that
    /// its sender may not know of counts as unknown.
    ///
    /// An event on its way to the disk is waited for once, in `waited`: a platform may repeat it without end.
    func takeBack(
        _ groups: [[Text]], in room: Text, for admission: Admission,
        after waited: Set<Text> = [], fail: @escaping (Problem) -> Void,
        then body: @escaping ([[HookEvent]]) throws(Problem) -> Void
    ) throws(Problem) {
        let live = rooms.glance(room)
        let names = groups.joined().lazy.filter { !waited.contains($0) }
        if let pending = names.compactMap({ live.pendingEvents[$0] }).first {
            return wait(for: pending, fail) { [unowned self] () throws(Problem) in
                try takeBack(
                    groups, in: room, for: admission, after: waited.union([pending.id]),
                    fail: fail, then: body)
            }
        }
        handOver(live)
        let caller = try admission.caller()
        try historyReader.ask(about: room, for: admission) { journal in
            let history = journal.history(of: room)
            return try groups.map { names -> [Retraction] in
                for name in names {
                    let found = try history.retractions(of: name, by: caller)
                    if !found.isEmpty { return found }
                }
                return []
            }
        } _: { (found: Result<[[Retraction]], Problem>) in
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
        pending.repeats.append { _ in
            do throws(Problem) {
                try body()
            } catch {
                fail(error)
            }
        }
    }
}

extension History {
    /// The events of a delivery that `caller` may retract. Of a held delivery these are the events of its approval.
    fileprivate func retractions(of id: Text, by caller: Caller) throws -> [Retraction] {
        guard let posted = try event(id: id), posted.isKnown(to: caller) else { return [] }
        let approvalID = Application.approvalID(of: id)
        let isApproved = try event(id: approvalID) != nil
        return try (1...HookEvent.mostPlaces).compactMap { place -> Retraction? in
            let event = try event(id: HookEvent.id(isApproved ? approvalID : id, at: place))
            // The server itself made the events beside an approval.
            guard let event, isApproved || event.isKnown(to: caller) else { return nil }
            return try retraction(of: event)
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
