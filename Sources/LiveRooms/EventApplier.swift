import Broadcast
package import HTTPRouting
package import Journal
import Monitoring
import RoomRuntime
import Settings
import Stage
import Texts
import Timeline
import Transport

/// Applies the events that the journal has recorded to their rooms, each at its instant, and answers their senders.
///
/// Used only on the event loop's thread.
package final class EventApplier: ResultReceiver {
    package let intake: Intake
    package let effects: EventEffects
    private let journal: Journal
    /// Called with a room whose state differs from the log's, to replace it.
    package var lost: (LiveRoom) -> Void = { _ in }
    /// The answers to send after the rooms have been shown; nil: answers are sent at once.
    private var laterAnswers: [(PendingEvent, Result<Acceptance, Problem>)]?

    package init(intake: Intake, effects: EventEffects, journal: Journal) {
        self.intake = intake
        self.effects = effects
        self.journal = journal
    }

    package var isIdle: Bool { intake.isIdle }

    /// Applies the events that the journal has recorded to their rooms, each at its instant, and answers them. Rooms
    /// are shown before the answers are sent, so that their frames do not wait for them.
    package func deliver() {
        let verdicts = journal.takeVerdicts()
        intake.order.beginTurn()
        laterAnswers = []
        show(apply(verdicts))
        let answers = laterAnswers ?? []
        laterAnswers = nil
        for (pending, result) in answers { pending.answer(result) }
    }

    /// Handles the journal's results and returns the rooms that have changed.
    private func apply(_ verdicts: [Verdict]) -> [LiveRoom] {
        let now = LoopTimer.now
        var touched: [LiveRoom] = []
        var known: Set<ObjectIdentifier> = []
        for verdict in verdicts {
            guard let pending = intake.pendingByTicket[verdict.ticket] else {
                intake.erasures.settle(verdict)
                continue
            }
            let room = pending.submission.room
            if settle(pending, with: verdict, atNanoseconds: now),
                known.insert(ObjectIdentifier(room)).inserted
            {
                touched.append(room)
            }
        }
        return touched
    }

    /// Sends viewers the present state of these rooms.
    package func show(_ rooms: [LiveRoom]) {
        let now = LoopTimer.now
        for room in rooms {
            room.timeline.advance(toNanoseconds: now)
            effects.frameScheduler.changed(room.output)
        }
    }

    /// Continues a room that had more work due than the loop had time for: first the due changes, then the events that
    /// have been recorded in the meantime.
    package func resume(_ room: LiveRoom) {
        let now = LoopTimer.now
        let delayed = room.pendingEvents.delayed
        room.pendingEvents.delayed = []
        for verdict in delayed {
            guard let pending = intake.pendingByTicket[verdict.ticket] else { continue }
            _ = settle(pending, with: verdict, atNanoseconds: now)
        }
        intake.order.resume(room)
        guard room.pendingEvents.delayed.isEmpty else { return }
        room.timeline.resume(toNanoseconds: now)
        guard room.timeline.isSettled else { return }
        effects.frameScheduler.changed(room.output)
        room.timeline.endWaiting()
    }

    /// Handles a result, or delays it until its room has reached the event's instant and earlier results are handled.
    /// Returns true if the room has changed.
    private func settle(
        _ pending: PendingEvent, with verdict: Verdict, atNanoseconds now: UInt64
    ) -> Bool {
        let room = pending.submission.room
        if room.residency.isDetached {
            conclude(pending, as: nil)
            return false
        }
        // An order of its own applies the event later.
        if let isChanged = intake.order.settle(pending, with: verdict) { return isChanged }
        let instant = instant(of: pending, by: verdict.result)
        guard room.pendingEvents.delayed.isEmpty,
            instant.map(room.timeline.advance(toEventAt:)) ?? true
        else {
            room.pendingEvents.delayed.append(verdict)
            return false
        }
        if case .unsure(let error) = verdict.result {
            doubt(pending, error)
            return false
        }
        intake.pendingByTicket[verdict.ticket] = nil
        room.pendingEvents.remove(pending, hasFailed: verdict.result.isFailure)
        defer { room.pendingEvents.resumeConfiguring() }
        return finish(pending, with: verdict.result)
    }

    /// Returns the instant at which the event must be applied after this result; nil if it is not applied.
    private func instant(of pending: PendingEvent, by result: Verdict.Result) -> Instant? {
        switch result {
        case .recorded(_, let time): time
        case .known(let event)
        where pending.doubt != nil && event.seq > pending.submission.room.seq:
            event.time
        default: nil
        }
    }

    /// Answers an event as unconfirmed. The event stays pending until the journal knows whether it is recorded.
    package func doubt(_ pending: PendingEvent, _ error: JournalError) {
        reply(to: pending, with: .failure(.journalUnsure(error)))
        pending.doubt = error
        intake.doubtfulCount += 1
    }

    /// Handles a result; returns true if the room has changed.
    private func finish(_ pending: PendingEvent, with result: Verdict.Result) -> Bool {
        if pending.doubt != nil { intake.doubtfulCount -= 1 }
        switch result {
        case .recorded(let seq, let time):
            apply(pending, seq: seq, at: time)
            return true
        case .known(let event) where pending.doubt != nil:
            guard event.seq > pending.submission.room.seq else { return false }
            apply(pending, seq: event.seq, at: event.time)
            return true
        case .known(let event): answer(pending, with: event)
        case .unknown where pending.doubt == nil: intake.submitAgain(pending)
        case .failed(let error) where pending.doubt == nil:
            reply(to: pending, with: .failure(.journalDown(error)))
        case .overtaken:
            let room = pending.submission.room.name
            reply(to: pending, with: .failure(.journalUnsure(.outdated(room: room))))
        case .unknown, .failed, .unsure, .erased: break
        }
        return false
    }

    private func apply(_ pending: PendingEvent, seq: Int64, at time: Instant) {
        let room = pending.submission.room
        // The log has events that the room lacks. The room must be loaded again, and then has this event too.
        guard seq == room.seq + 1 else {
            lost(room)
            return reply(to: pending, with: .failure(.journalUnsure(.outdated(room: room.name))))
        }
        let receipt = effects.apply(
            Occurrence(pending), seq: seq, at: time, to: room)
        answer(pending, with: receipt)
    }

    // MARK: Answers

    package func answer(_ pending: PendingEvent, with receipt: Receipt) {
        guard pending.doubt == nil else { return }
        reply(to: pending, with: .success(Acceptance(receipt: receipt, body: pending.body)))
    }

    /// Answers a repeat of a recorded event with its first answer, or refuses it if the ID belongs to a different
    /// event.
    package func answer(_ pending: PendingEvent, with event: StoredEvent, known: Receipt? = nil) {
        let recorded = SignedBody(kept: event.body).body
        guard pending.submission.repeats(recorded, sentAs: pending.body) else {
            return reply(to: pending, with: .failure(.idTaken))
        }
        reply(
            to: pending,
            with: .success(
                Acceptance(
                    receipt: Receipt(event, known: known), isRepeat: true, body: event.body)))
    }

    package func reply(to pending: PendingEvent, with result: Result<Acceptance, Problem>) {
        guard laterAnswers == nil else { return laterAnswers!.append((pending, result)) }
        pending.answer(result)
    }

    /// Removes a pending event.
    package func forget(_ pending: PendingEvent?) {
        guard let pending else { return }
        if pending.doubt != nil { intake.doubtfulCount -= 1 }
        intake.pendingByTicket[pending.ticket] = nil
        pending.submission.room.pendingEvents.remove(pending, hasFailed: false)
    }

    /// Answers an event that was already applied when the log reported it. Without a receipt it is answered as
    /// unconfirmed.
    package func conclude(_ pending: PendingEvent, as receipt: Receipt?) {
        let room = pending.submission.room
        forget(pending)
        if let receipt {
            answer(pending, with: receipt)
        } else if pending.doubt == nil {
            reply(to: pending, with: .failure(.journalUnsure(.outdated(room: room.name))))
        }
        room.pendingEvents.resumeConfiguring()
    }

    /// Answers the callers that wait for events of a room which leaves memory, because it was erased or differs from the
    /// log. Returns the calls to make once the room has been removed.
    func abandon(_ room: LiveRoom) -> [() -> Void] { intake.order.leave(room) }
}

extension Verdict.Result {
    fileprivate var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}
