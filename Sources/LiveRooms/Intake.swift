import Access
import HTTPRouting
package import Journal
package import Monitoring
import RoomRuntime
import Settings
package import Stage
import Texts
import Transport
import Wire

/// Accepts or refuses events of any sender, and hands the accepted events to the journal. `EventApplier` continues when
/// the journal has recorded them.
///
/// Used only on the event loop's thread, which never waits for the disk.
package final class Intake {
    private let journal: Journal
    /// Erases rooms. An erasure comes after the earlier events of its room.
    package let erasures: Erasures
    package let metrics: Metrics
    /// The order of the rooms' events.
    package var order: any EventOrder = JournalOrder()
    package var pendingByTicket: [UInt64: PendingEvent] = [:]
    private var nextTicket: UInt64 = 0
    /// The number of events that were answered as unconfirmed and may still turn out to be recorded.
    var doubtfulCount = 0
    /// True once the server is shutting down and accepts no events.
    package var isClosed = false

    package init(journal: Journal, metrics: Metrics) {
        self.journal = journal
        self.metrics = metrics
        erasures = Erasures(journal: journal)
    }

    /// True if no event or erasure waits for the disk.
    package var isIdle: Bool { pendingByTicket.count == doubtfulCount && erasures.isEmpty }

    /// Sends an event to the journal, or refuses it without a trace.
    package func accept(_ submission: Submission) {
        var submission = submission
        submission.kind = submission.kind.stamped(at: .now)
        if isClosed { return submission.completion(.failure(.draining)) }
        if let problem = submission.admission.problem { return refuse(submission, problem) }
        guard journal.backlogBytes < journal.backlogLimitBytes else {
            return submission.completion(.failure(.journalDown(.backlog)))
        }
        let room = submission.room
        if case .gift = submission.kind { endLeaderPeriod(of: room) }
        if room.residency.isReplaced {
            return submission.completion(.failure(.journalUnsure(.outdated(room: room.name))))
        }
        if room.residency.isBeingErased {
            if erasures.wait(for: room.residency, { [unowned self] in accept(submission) }) {
                return
            }
            return submission.completion(.failure(.roomLeaving))
        }
        if let id = submission.id, let pending = room.pendingEvents[id] {
            return join(pending, submission)
        }
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        if let refusal = problem(with: submission) {
            if submission.id == nil { return refuse(submission, refusal) }
            // A repeat of a recorded event gets its first answer, even if the event itself would be refused now.
            return ask(about: submission)
        }
        record(submission)
    }

    /// Sets the leaders' sums to 0 if their period has ended. This comes before a gift of the new period.
    package func endLeaderPeriod(of room: LiveRoom) {
        guard !room.leaderPeriod.isEmpty,
            let id = room.leaderPeriod.dueID(at: .now, room.timeline.configuration.leaders),
            room.residency.takesOwnEvents
        else { return }
        accept(
            Submission(
                room: room, id: id, kind: .control(.resetLeaders), admission: .server
            ) { [unowned room] result in
                if case .success = result { room.leaderPeriod.recordedID = id }
            })
    }

    /// True if the room would refuse an event after all pending events.
    package func wouldRefuse(_ kind: Event.Kind, in room: LiveRoom) -> Bool {
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        return refusal(of: kind, in: room) != nil
    }

    private func problem(with submission: Submission) -> Problem? {
        submission.room.residency.adminSettings.suspension.map(Problem.suspended)
            ?? submission.fault
            ?? refusal(of: submission.kind, in: submission.room).map(
                Problem.refused)
    }

    /// Returns the reason why the room would refuse an event after all pending events; nil if it would accept the
    /// event.
    private func refusal(of kind: Event.Kind, in room: LiveRoom) -> Refusal? {
        let count = room.pendingEvents.count(of: kind.word)
        guard let refusal = room.timeline.refusal(of: kind, pending: count) else {
            return nil
        }
        // The item that the event refers to must be recorded already. A pending event does not help, because it may
        // turn out to be a repeat of a card that has left, or of a delivery that was refused.
        if !refusal.isFull { return refusal }
        // This refusal counted a place for each pending event. Some may need none, for example gifts of the same combo.
        if count == 0 { return refusal }
        return room.pendingEvents.refusal(
            of: kind, in: room.room, atNanoseconds: LoopTimer.now)
    }

    private func join(_ pending: PendingEvent, _ submission: Submission) {
        if let doubt = pending.doubt {
            return submission.completion(.failure(.journalUnsure(doubt)))
        }
        let body = Text(decoding: JSON(submission.kind).encoded)
        guard submission.repeats(pending.body, sentAs: body) else {
            return submission.completion(.failure(.idTaken))
        }
        pending.repeats.append(submission.completion)
    }

    private func refuse(_ submission: Submission, _ problem: Problem) {
        metrics.count(submission.kind.word, "refused")
        submission.completion(.failure(problem))
    }

    private func record(_ submission: Submission) {
        let pending = makePending(of: submission)
        submission.room.pendingEvents.add(pending)
        var records = submission.room.records.take()
        records.append(.event(newEvent(pending), ticket: nextTicket))
        journal.write(records)
    }

    private func ask(about submission: Submission) {
        let pending = makePending(of: submission)
        submission.room.pendingEvents.ask(about: pending)
        // A repeat's answer contains the first outcome, so the outcome must be on disk before the search.
        journal.write(
            submission.room.records.take() + [.question(newEvent(pending), ticket: nextTicket)])
    }

    private func makePending(of submission: Submission) -> PendingEvent {
        nextTicket += 1
        let pending = PendingEvent(ticket: nextTicket, submission: submission)
        pendingByTicket[nextTicket] = pending
        return pending
    }

    private func newEvent(_ pending: PendingEvent) -> NewEvent {
        let room = pending.submission.room
        return NewEvent(
            room: room.name, id: pending.id,
            body: SignedBody(pending.body, by: pending.submission.key).kept,
            wallMicroseconds: pending.wallTime.microseconds,
            birth: room.records.birth, basis: order.basis(of: pending.submission))
    }

    /// Handles an event whose ID is new after all. It is checked again, because the room may accept it by now.
    func submitAgain(_ pending: PendingEvent) {
        let submission = pending.submission
        if let problem = submission.admission.problem {
            refuse(submission, problem)
        } else if let other = submission.room.pendingEvents[pending.id] {
            join(other, submission)
        } else if let problem = problem(with: submission) {
            refuse(submission, problem)
        } else {
            record(submission)
        }
    }
}
