import Journal
import Stage
import Texts
import Timeline
import Wire

/// Events of rooms that other servers have too. The log gives them their order: each is applied in its turn,
/// wherever it came. One that came here is answered when its verdict has come too: not before the log counts it.
extension Intake {
    /// Takes in an event that the log tells of; returns whether the room has changed.
    func hear(_ event: StoredEvent, in room: LiveRoom) -> Bool {
        guard !room.provision.isLeaving else { return false }
        guard event.seq > room.seq else {
            // What stands there in the log was never told here, but something else was.
            if let known = room.share?.receipts[event.seq], known.landmark != event.landmark {
                lost(room)
            }
            return false
        }
        return add(Arrival(event), to: room)
    }

    /// Does what a verdict asks for; nil: the same as in any room.
    func takeShared(_ pending: PendingEvent, _ verdict: Verdict) -> Bool? {
        let room = pending.submission.room
        if room.isLetGo {
            conclude(pending, as: nil)
            return false
        }
        if room.share?.isInDoubt == true, verdict.result.saysWhatTheLogHas {
            room.share?.held.append(verdict)
            return false
        }
        switch verdict.result {
        case .recorded(let seq, let time):
            guard seq > room.seq else {
                let receipt = pending.receipt ?? room.share?.receipts[seq]
                let isHere = receipt?.landmark == pending.landmark(at: seq)
                conclude(pending, as: isHere ? receipt : nil)
                // It stands where the room has something else.
                if !isHere { lost(room) }
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

    /// Takes in an event that is to be applied in its turn; returns whether the room has changed.
    private func add(_ arrival: Arrival, to room: LiveRoom) -> Bool {
        guard room.share?.arrivals.add(arrival) == false else { return takeArrivals(of: room) }
        // The log has lost the one that came to that place before.
        lost(room)
        for pending in arrival.waiting { conclude(pending, as: nil) }
        return false
    }

    /// Applies what has come in its turn; returns whether anything was.
    @discardableResult
    func takeArrivals(of room: LiveRoom) -> Bool {
        guard room.share?.isInDoubt == false else { return false }
        let first = room.seq
        while let arrival = room.share?.arrivals[after: room.seq] {
            // It has been shown as if nothing came by then, which the log had said.
            guard arrival.time >= room.base.now else {
                lost(room)
                return false
            }
            guard room.settle(at: arrival.time) else { break }
            guard take(arrival, in: room) else { return false }
        }
        for body in room.share?.takeWaiting(upTo: room.seq) ?? [] { body() }
        if room.hasGap {
            if room.share?.arrivals.areTooMany == true { lost(room) } else { gap(room) }
        }
        return room.seq > first
    }

    /// Applies an event; returns false if it can't be.
    private func take(_ arrival: Arrival, in room: LiveRoom) -> Bool {
        let own = arrival.own ?? arrival.stored.flatMap { self.own($0, in: room) }
        // What can't be read stays there: who waits for it is answered as the room is let go of.
        guard
            let occurrence = own.map(Occurrence.init)
                ?? arrival.stored.flatMap({ try? Occurrence($0) })
        else {
            lost(room)
            return false
        }
        room.share?.arrivals.remove(arrival.seq)
        forget(arrival.own)
        let receipt = perform(
            occurrence, seq: arrival.seq, at: arrival.time, in: room, isOwn: own != nil)
        if let recorded = arrival.own {
            answer(recorded, with: receipt)
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

    /// What came by this server and is told of before its verdict has come; nil if it came by another.
    private func own(_ event: StoredEvent, in room: LiveRoom) -> PendingEvent? {
        guard let pending = room.pendingEvents[event.id],
            pending.landmark(at: event.seq) == event.landmark,
            SignedBody(pending.body, by: pending.submission.key).kept == event.body
        else { return nil }
        return pending
    }

    /// An event is on its way no longer.
    private func forget(_ pending: PendingEvent?) {
        guard let pending else { return }
        if pending.doubt != nil { doubtfulCount -= 1 }
        pendingByTicket[pending.ticket] = nil
        pending.submission.room.pendingEvents.remove(pending, hasFailed: false)
    }

    /// Answers an event that was applied when the log told of it; nil: it is not known what became of it.
    private func conclude(_ pending: PendingEvent, as receipt: Receipt?) {
        let room = pending.submission.room
        forget(pending)
        if let receipt {
            answer(pending, with: receipt)
        } else if pending.doubt == nil {
            finish(pending, .failure(.journalUnsure(.outdated(room: room.name))))
        }
        room.pendingEvents.resumeConfiguring()
    }

    /// Answers an event that the log had already and that has been applied: what became of it may have been
    /// found here before the log was told.
    private func repeated(_ pending: PendingEvent, by event: StoredEvent) {
        let room = pending.submission.room
        forget(pending)
        defer { room.pendingEvents.resumeConfiguring() }
        let receipt = room.share?.receipts[event.seq]
        if let receipt, receipt.landmark != event.landmark { lost(room) }
        guard pending.doubt == nil else { return }
        let outcome = receipt?.landmark == event.landmark ? receipt?.outcome : nil
        answer(pending, with: event, outcome: outcome)
    }

    /// The log may have lost what a room has: of what has not been applied yet nobody knows.
    func doubt(_ room: LiveRoom) {
        room.share?.doubt()
        dropArrivals(of: room)
    }

    /// The log goes on from what the room has: so does the room, with what the log says now.
    func endDoubt(of room: LiveRoom) {
        guard room.share?.isInDoubt == true else { return }
        dropArrivals(of: room)
        room.share?.endDoubt()
        // What they wait for may be lost: they look again.
        for body in room.share?.takeWaiting(upTo: .max) ?? [] { body() }
    }

    /// Takes the verdicts that came while the log was in doubt, of which `events` were read since: of what the log
    /// is not known to have nobody knows.
    func settleHeld(of room: LiveRoom, beside events: [StoredEvent]) {
        let held = room.share?.held ?? []
        if held.isEmpty { return }
        let read = Dictionary(events.map { ($0.seq, $0.landmark) }) { first, _ in first }
        room.share?.held = []
        for verdict in held {
            guard let pending = pendingByTicket[verdict.ticket] else { continue }
            if case .overtaken(let basis) = verdict.result, basis > room.seq, !room.isLetGo {
                // What overtook it may be lost.
                tryAgain(pending) { again in again() }
                continue
            }
            let event = verdict.result.landmark(of: pending)
            if event.map({ room.has($0, beside: read) }) ?? true {
                _ = takeShared(pending, verdict)
            } else {
                conclude(pending, as: nil)
            }
        }
    }

    /// Of what has come and waits for something before it nobody knows any more.
    func dropArrivals(of room: LiveRoom) {
        for pending in room.share?.arrivals.drop(upTo: .max) ?? [] { conclude(pending, as: nil) }
    }

    /// Lets go of a room that is not as the log has it: whoever waits for it to come further is told so.
    /// Returns what is to be done once it has been read anew.
    func abandon(_ room: LiveRoom) -> [() -> Void] {
        dropArrivals(of: room)
        for verdict in room.share?.held ?? [] {
            guard let pending = pendingByTicket[verdict.ticket] else { continue }
            conclude(pending, as: nil)
        }
        defer { room.share = nil }
        return room.share?.takeWaiting(upTo: .max) ?? []
    }

    // MARK: Configurations

    /// The place of the configuration from which an event sets another. What is made from none has -1: it
    /// may follow any.
    func basis(of submission: Submission) -> Int64? {
        guard let share = submission.room.share, case .configure = submission.kind else {
            return nil
        }
        return submission.again == nil ? -1 : share.basis
    }

    /// Another server has set the configuration meanwhile, from which this one was to be made: `start` begins it
    /// anew.
    private func tryAgain(_ pending: PendingEvent, _ start: (@escaping () -> Void) -> Void) {
        let room = pending.submission.room
        forget(pending)
        defer { room.pendingEvents.resumeConfiguring() }
        // Who repeats it meanwhile is told so, and repeats it again.
        for completion in pending.repeats {
            completion(.failure(.journalUnsure(.outdated(room: room.name))))
        }
        if let again = pending.submission.again { start(again) }
    }
}

extension LiveRoom {
    /// Whether it has an event, or `read`, what the log has from its newest event on, by place.
    fileprivate func has(_ event: Landmark, beside read: [Int64: Landmark]) -> Bool {
        let known = share?.receipts[event.seq]?.landmark ?? read[event.seq]
        return known.map { $0 == event } ?? (event.seq <= seq)
    }
}

extension PendingEvent {
    /// By what it is known if it stands at a place.
    func landmark(at seq: Int64) -> Landmark {
        Landmark(seq: seq, id: id, wallMicroseconds: wallTime.microseconds)
    }
}

extension Verdict.Result {
    /// Whether it tells of what the log has, and not of a failure.
    fileprivate var saysWhatTheLogHas: Bool {
        switch self {
        case .recorded, .known, .overtaken: true
        default: false
        }
    }

    /// The event of which it says that it stands in the log; nil: it says of none.
    fileprivate func landmark(of pending: PendingEvent) -> Landmark? {
        switch self {
        case .recorded(let seq, _): pending.landmark(at: seq)
        case .known(let event): event.landmark
        default: nil
        }
    }
}
