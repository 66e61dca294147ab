import Journal
import LiveRooms
import RoomRuntime
import Stage
import Texts
import Timeline
import Wire

/// Applies the events of all servers that share a log, in the order of that log. An
/// event of this server's clients is answered only after the journal's result, even if the log reported it earlier.
final class SharedOrder: EventOrder {
    private unowned let applier: EventApplier
    /// Called with a room that has got an event before an earlier one.
    private let gap: (LiveRoom) -> Void
    /// Checks whether the log has restarted and may have lost events.
    private let noticeRuns: () -> Void

    init(
        _ applier: EventApplier, gap: @escaping (LiveRoom) -> Void,
        noticeRuns: @escaping () -> Void
    ) {
        self.applier = applier
        self.gap = gap
        self.noticeRuns = noticeRuns
    }

    func beginTurn() { noticeRuns() }

    func resume(_ room: LiveRoom) { takeArrivals(of: room) }

    func whenApplied(_ seq: Int64, in room: LiveRoom, _ body: @escaping () -> Void) {
        guard room.seq < seq, let share = room.share else { return body() }
        share.wait(for: seq, body)
        gap(room)
    }

    /// Takes an event that the log reports; returns true if the room has changed.
    func hear(_ event: StoredEvent, in room: LiveRoom) -> Bool {
        guard !room.residency.registration.isLeaving else { return false }
        guard event.seq > room.seq else {
            // The log has a different event at a place that the room has passed.
            if let known = room.share?.receipts[event.seq], known.landmark != event.landmark {
                applier.lost(room)
            }
            return false
        }
        return add(Arrival(event), to: room)
    }

    func settle(_ pending: PendingEvent, with verdict: Verdict) -> Bool? {
        let room = pending.submission.room
        guard room.share != nil else { return nil }
        if room.share?.isInDoubt == true, verdict.result.saysWhatTheLogHas {
            room.share?.held.append(verdict)
            return false
        }
        switch verdict.result {
        case .recorded(let seq, let time):
            guard seq > room.seq else {
                let receipt = pending.receipt ?? room.share?.receipts[seq]
                let isHere = receipt?.landmark == pending.landmark(at: seq)
                applier.conclude(pending, as: isHere ? receipt : nil)
                // The room has a different event at that place.
                if !isHere { applier.lost(room) }
                return false
            }
            return add(Arrival(pending, seq: seq, time: time), to: room)
        case .known(let event):
            if event.seq <= room.seq {
                repeated(pending, by: event)
                return false
            }
            return add(Arrival(event, again: [pending]), to: room)
        case .overtaken(let basis):
            tryAgain(pending) { [unowned self] again in
                guard room.seq >= basis else {
                    room.share?.wait(for: basis, again)
                    return gap(room)
                }
                room.share?.basis = basis
                again()
            }
            return false
        default: return nil
        }
    }

    /// Adds an event that must be applied in its order; returns true if the room has changed.
    private func add(_ arrival: Arrival, to room: LiveRoom) -> Bool {
        guard room.share?.arrivals.add(arrival) == false else { return takeArrivals(of: room) }
        // The log has lost the event that came to that place before.
        applier.lost(room)
        for pending in arrival.waiting { applier.conclude(pending, as: nil) }
        return false
    }

    /// Applies the events whose turn has come; returns true if there were any.
    @discardableResult
    func takeArrivals(of room: LiveRoom) -> Bool {
        guard room.share?.isInDoubt == false else { return false }
        let first = room.seq
        while let arrival = room.share?.arrivals[after: room.seq] {
            // The log said that no more events come before this instant, and the room was shown accordingly.
            guard arrival.time >= room.timeline.base.now else {
                applier.lost(room)
                return false
            }
            guard room.timeline.advance(toEventAt: arrival.time) else { break }
            guard take(arrival, in: room) else { return false }
        }
        for body in room.share?.takeWaiting(upTo: room.seq) ?? [] { body() }
        if room.hasGap {
            if room.share?.arrivals.areTooMany == true { applier.lost(room) } else { gap(room) }
        }
        return room.seq > first
    }

    /// Applies an event; returns false if that fails.
    private func take(_ arrival: Arrival, in room: LiveRoom) -> Bool {
        let own = arrival.own ?? arrival.stored.flatMap { self.own($0, in: room) }
        // An event that can't be read stays in the list. Its callers are answered when the room is replaced.
        guard
            let occurrence = own.map(Occurrence.init)
                ?? arrival.stored.flatMap({ try? Occurrence($0) })
        else {
            applier.lost(room)
            return false
        }
        room.share?.arrivals.remove(arrival.seq)
        applier.forget(arrival.own)
        let receipt = applier.effects.apply(
            occurrence, seq: arrival.seq, at: arrival.time, to: room, isOwn: own != nil
        ) { receipt in room.share?.note(receipt, occurrence.kind, in: room) }
        if let recorded = arrival.own {
            applier.answer(recorded, with: receipt)
        } else if let own {
            own.receipt = receipt
            room.pendingEvents.remove(own, hasFailed: false)
        }
        if let stored = arrival.stored {
            for pending in arrival.repeats { repeated(pending, by: stored) }
        }
        room.pendingEvents.resumeConfiguring()
        return true
    }

    /// Returns the pending event of this server that the log reports before the journal's result; nil if the event came
    /// from another server.
    private func own(_ event: StoredEvent, in room: LiveRoom) -> PendingEvent? {
        guard let pending = room.pendingEvents[event.id],
            pending.landmark(at: event.seq) == event.landmark,
            SignedBody(pending.body, by: pending.submission.key).kept == event.body
        else { return nil }
        return pending
    }

    /// Answers a repeat of an event that the log and the room have. The room may know the outcome before the log does.
    private func repeated(_ pending: PendingEvent, by event: StoredEvent) {
        let room = pending.submission.room
        applier.forget(pending)
        defer { room.pendingEvents.resumeConfiguring() }
        let receipt = room.share?.receipts[event.seq]
        if let receipt, receipt.landmark != event.landmark { applier.lost(room) }
        guard pending.doubt == nil else { return }
        let known = receipt?.landmark == event.landmark ? receipt : nil
        applier.answer(pending, with: event, known: known)
    }

    /// Marks a room as unconfirmed, because the log may have lost its events. Events that were not applied yet are
    /// answered as unconfirmed.
    func doubt(_ room: LiveRoom) {
        room.share?.doubt()
        dropArrivals(of: room)
    }

    /// Confirms a room after a comparison has shown that the log has its events.
    func endDoubt(of room: LiveRoom) {
        guard room.share?.isInDoubt == true else { return }
        dropArrivals(of: room)
        room.share?.endDoubt()
        // The events that they wait for may be lost, so they check again.
        for body in room.share?.takeWaiting(upTo: .max) ?? [] { body() }
    }

    /// Handles the results that came while the room was unconfirmed. `events` are the log's events that were read
    /// since. Events that the log does not have are answered as unconfirmed.
    func settleHeld(of room: LiveRoom, beside events: [StoredEvent]) {
        let held = room.share?.held ?? []
        if held.isEmpty { return }
        let read = Dictionary(events.map { ($0.seq, $0.landmark) }) { first, _ in first }
        room.share?.held = []
        for verdict in held {
            guard let pending = applier.intake.pendingByTicket[verdict.ticket] else { continue }
            if case .overtaken(let basis) = verdict.result, basis > room.seq,
                !room.residency.isDetached
            {
                // The newer configuration may be lost.
                tryAgain(pending) { again in again() }
                continue
            }
            let event = verdict.result.landmark(of: pending)
            if !room.residency.isDetached, event.map({ room.has($0, beside: read) }) ?? true {
                _ = settle(pending, with: verdict)
            } else {
                applier.conclude(pending, as: nil)
            }
        }
    }

    /// Answers the callers of events that wait for earlier events as unconfirmed.
    func dropArrivals(of room: LiveRoom) {
        for pending in room.share?.arrivals.drop(upTo: .max) ?? [] {
            applier.conclude(pending, as: nil)
        }
    }

    func leave(_ room: LiveRoom) -> [() -> Void] {
        dropArrivals(of: room)
        for verdict in room.share?.held ?? [] {
            guard let pending = applier.intake.pendingByTicket[verdict.ticket] else { continue }
            applier.conclude(pending, as: nil)
        }
        defer { room.share = nil }
        return room.share?.takeWaiting(upTo: .max) ?? []
    }

    // MARK: Configurations

    /// Returns the place of the configuration on which a change of the configuration is based; nil for other events. A
    /// configuration that depends on no earlier one gets -1 and may follow any.
    func basis(of submission: Submission) -> Int64? {
        guard let share = submission.room.share, case .configure = submission.kind else {
            return nil
        }
        return submission.again == nil ? -1 : share.basis
    }

    /// Removes a change of the configuration that is based on an old configuration, because another server has set a
    /// newer one. `start` decides when it is made again.
    private func tryAgain(_ pending: PendingEvent, _ start: (@escaping () -> Void) -> Void) {
        let room = pending.submission.room
        applier.forget(pending)
        defer { room.pendingEvents.resumeConfiguring() }
        // Callers that have sent the same change again get an error and may repeat it.
        for completion in pending.repeats {
            completion(.failure(.journalUnsure(.outdated(room: room.name))))
        }
        if let again = pending.submission.again { start(again) }
    }
}

extension LiveRoom {
    /// True if the room, or the events `read` from the log by place, contain this event.
    fileprivate func has(_ event: Landmark, beside read: [Int64: Landmark]) -> Bool {
        let known = share?.receipts[event.seq]?.landmark ?? read[event.seq]
        return known.map { $0 == event } ?? (event.seq <= seq)
    }
}

extension PendingEvent {
    /// The landmark of this event at a place.
    func landmark(at seq: Int64) -> Landmark {
        Landmark(seq: seq, id: id, wallMicroseconds: wallTime.microseconds)
    }
}

extension Verdict.Result {
    /// True if the result tells what the log contains, not that it failed.
    fileprivate var saysWhatTheLogHas: Bool {
        switch self {
        case .recorded, .known, .overtaken: true
        default: false
        }
    }

    /// The event that the log contains according to this result; nil if the result names none.
    fileprivate func landmark(of pending: PendingEvent) -> Landmark? {
        switch self {
        case .recorded(let seq, _): pending.landmark(at: seq)
        case .known(let event): event.landmark
        default: nil
        }
    }
}
