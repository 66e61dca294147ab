import Access
import Broadcast
import HTTPRouting
import Journal
import Monitoring
import RoomRuntime
import Settings
import Stage
import Texts
import Timeline
import Transport
import Wire

/// The pipeline of all events, which accepts an event from any sender, has the journal record it, applies it to its
/// room, and answers the sender.
///
/// Used only on the event loop's thread, which never waits for the disk.
final class Intake: ResultReceiver {
    private let journal: Journal
    /// Erases rooms. An erasure comes after the earlier events of its room.
    let erasures: Erasures
    private let frameScheduler: FrameScheduler
    let metrics: Metrics
    /// Called with a room whose state differs from the log's, to replace it.
    var lost: (LiveRoom) -> Void = { _ in }
    /// Called with a room that has got an event from the shared log before an earlier one.
    var gap: (LiveRoom) -> Void = { _ in }
    /// Checks whether the shared log has restarted and may have lost events.
    var noticeRuns: () -> Void = {}
    var pendingByTicket: [UInt64: PendingEvent] = [:]
    private var nextTicket: UInt64 = 0
    /// The number of events that were answered as unconfirmed and may still turn out to be recorded.
    var doubtfulCount = 0
    /// The answers to send after the rooms have been shown; nil: answers are sent at once.
    private var laterAnswers: [(PendingEvent, Result<Acceptance, Problem>)]?
    /// True once the server is shutting down and accepts no events.
    var isClosed = false

    init(journal: Journal, frameScheduler: FrameScheduler, metrics: Metrics) {
        self.journal = journal
        erasures = Erasures(journal: journal)
        self.frameScheduler = frameScheduler
        self.metrics = metrics
    }

    /// True if no event or erasure waits for the disk.
    var isIdle: Bool { pendingByTicket.count == doubtfulCount && erasures.isEmpty }

    // MARK: Accepting

    /// Sends an event to the journal, or refuses it without a trace.
    func accept(_ submission: Submission) {
        if isClosed { return submission.completion(.failure(.draining)) }
        if let problem = submission.admission.problem { return refuse(submission, problem) }
        guard journal.backlogBytes < journal.backlogLimitBytes else {
            return submission.completion(.failure(.journalDown(.backlog)))
        }
        let room = submission.room
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
        guard let refusal = problem(with: submission) else { return record(submission) }
        if submission.id == nil { return refuse(submission, refusal) }
        // A repeat of a recorded event gets its first answer, even if the event itself would be refused now.
        ask(about: submission)
    }

    private func problem(with submission: Submission) -> Problem? {
        submission.room.residency.adminSettings.suspension.map(Problem.suspended)
            ?? submission.fault ?? refusal(of: submission).map(Problem.refused)
    }

    /// Returns the reason why the room would refuse an event after all pending events; nil if it would accept the
    /// event.
    private func refusal(of submission: Submission) -> Refusal? {
        let room = submission.room
        let count = room.pendingEvents.count(of: submission.kind.word)
        guard let refusal = room.timeline.refusal(of: submission.kind, pending: count) else {
            return nil
        }
        // The item that the event refers to must be recorded already. A pending event does not help, because it may
        // turn out to be a repeat of a card that has left, or of a delivery that was refused.
        if refusal.isMissing { return refusal }
        // This refusal counted a place for each pending event. Some may need none, for example gifts of the same combo.
        if count == 0 { return refusal }
        return room.pendingEvents.refusal(
            of: submission.kind, in: room.room, atNanoseconds: LoopTimer.now)
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
            birth: room.records.birth, basis: basis(of: pending.submission))
    }

    // MARK: Applying

    /// Applies the events that the journal has recorded to their rooms, each at its instant, and answers them. Rooms
    /// are shown before the answers are sent, so that their frames do not wait for them.
    func deliver() {
        let verdicts = journal.takeVerdicts()
        noticeRuns()
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
            guard let pending = pendingByTicket[verdict.ticket] else {
                erasures.settle(verdict)
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
    func show(_ rooms: [LiveRoom]) {
        let now = LoopTimer.now
        for room in rooms {
            room.timeline.advance(toNanoseconds: now)
            frameScheduler.changed(room.output)
        }
    }

    /// Continues a room that had more work due than the loop had time for: first the due changes, then the events that
    /// have been recorded in the meantime.
    func resume(_ room: LiveRoom) {
        let now = LoopTimer.now
        let delayed = room.pendingEvents.delayed
        room.pendingEvents.delayed = []
        for verdict in delayed {
            guard let pending = pendingByTicket[verdict.ticket] else { continue }
            _ = settle(pending, with: verdict, atNanoseconds: now)
        }
        takeArrivals(of: room)
        guard room.pendingEvents.delayed.isEmpty else { return }
        room.timeline.resume(toNanoseconds: now)
        guard room.timeline.isSettled else { return }
        frameScheduler.changed(room.output)
        room.timeline.endWaiting()
    }

    /// Handles a result, or delays it until its room has reached the event's instant and earlier results are handled.
    /// Returns true if the room has changed.
    private func settle(
        _ pending: PendingEvent, with verdict: Verdict, atNanoseconds now: UInt64
    ) -> Bool {
        let room = pending.submission.room
        if room.timeline.isShared || room.residency.isDetached,
            let isChanged = takeShared(pending, verdict)
        {
            return isChanged
        }
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
        pendingByTicket[verdict.ticket] = nil
        room.pendingEvents.remove(pending, hasFailed: verdict.result.isFailure)
        defer { room.pendingEvents.resumeConfiguring() }
        return settle(pending, with: verdict.result)
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
    func doubt(_ pending: PendingEvent, _ error: JournalError) {
        finish(pending, .failure(.journalUnsure(error)))
        pending.doubt = error
        doubtfulCount += 1
    }

    /// Handles a result; returns true if the room has changed.
    private func settle(
        _ pending: PendingEvent, with result: Verdict.Result
    ) -> Bool {
        if pending.doubt != nil { doubtfulCount -= 1 }
        switch result {
        case .recorded(let seq, let time):
            apply(pending, seq: seq, at: time)
            return true
        case .known(let event) where pending.doubt != nil:
            guard event.seq > pending.submission.room.seq else { return false }
            apply(pending, seq: event.seq, at: event.time)
            return true
        case .known(let event): answer(pending, with: event)
        case .unknown where pending.doubt == nil: settleQuestion(pending)
        case .failed(let error) where pending.doubt == nil:
            finish(pending, .failure(.journalDown(error)))
        case .overtaken:
            let room = pending.submission.room.name
            finish(pending, .failure(.journalUnsure(.outdated(room: room))))
        case .unknown, .failed, .unsure, .erased: break
        }
        return false
    }

    private func apply(_ pending: PendingEvent, seq: Int64, at time: Instant) {
        let room = pending.submission.room
        // The log has events that the room lacks. The room must be loaded again, and then has this event too.
        guard seq == room.seq + 1 else {
            lost(room)
            return finish(pending, .failure(.journalUnsure(.outdated(room: room.name))))
        }
        let receipt = perform(Occurrence(pending), seq: seq, at: time, in: room, isOwn: true)
        answer(pending, with: receipt)
    }

    /// Applies an event to its room and reports it to studios and viewers. `isOwn`: a client of this server sent it.
    func perform(
        _ occurrence: Occurrence, seq: Int64, at time: Instant, in room: LiveRoom, isOwn: Bool
    ) -> Receipt {
        let kind = occurrence.kind
        let before: Configuration? = if case .configure = kind { room.configuration } else { nil }
        let tap = tapNotice(kind, in: room.timeline)
        let event = Event(seq: seq, id: occurrence.id, kind: kind)
        let outcome = room.apply(event, at: time, cameAt: occurrence.at)
        let receipt = Receipt(
            id: occurrence.id, seq: seq, time: time, at: occurrence.at, outcome: outcome)
        room.share?.note(receipt, kind)
        if isOwn { metrics.count(kind.word, outcome.word) }
        room.output.feed?.note(
            kind, HistoryDocument.entry(receipt, occurrence.told()), steers: kind.isSteering)
        if let tap { frameScheduler.announcements.tell(tap, in: room.output) }
        switch kind {
        case .control(.start):
            // Of several servers, only the server that got the command starts the room without viewers.
            if isOwn { room.output.startWithoutViewer() }
            frameScheduler.configured(room.output, atNanoseconds: LoopTimer.now)
        case .configure:
            frameScheduler.configured(room.output, atNanoseconds: LoopTimer.now)
            if let before { tellChange(of: room.output, from: before) }
        default: break
        }
        return receipt
    }

    func answer(_ pending: PendingEvent, with receipt: Receipt) {
        guard pending.doubt == nil else { return }
        finish(pending, .success(Acceptance(receipt: receipt, body: pending.body)))
    }

    /// Sends viewers the parts of the configuration that they depend on, if these have changed.
    private func tellChange(of room: RoomOutput, from before: Configuration) {
        let now = room.timeline.configuration
        if !before.stage.isTold(as: now.stage) {
            frameScheduler.reconnectAll(of: room)
            return
        }
        if before.look != now.look {
            frameScheduler.announcements.tell(Message(text: StreamMessage.look(now.look)), in: room)
        }
        let volume = now.sounds.flourishVolume
        if before.sounds.flourishVolume != volume {
            frameScheduler.announcements.tell(
                Message(text: StreamMessage.flourish(volume: volume)), in: room)
        }
    }

    /// Returns the notice about a tap for the room's viewers; nil if the event is not a tap on a present call.
    private func tapNotice(_ kind: Event.Kind, in room: RoomTimeline) -> Message? {
        guard case .tap(let call) = kind, let caller = room.room.caller(of: call) else {
            return nil
        }
        return Message(text: StreamMessage.tap(call: call, caller: caller))
    }

    // MARK: Answering

    /// Answers a repeat of a recorded event with its first answer, or refuses it if the ID belongs to a different
    /// event.
    func answer(_ pending: PendingEvent, with event: StoredEvent, outcome: Outcome? = nil) {
        let recorded = SignedBody(kept: event.body).body
        guard pending.submission.repeats(recorded, sentAs: pending.body) else {
            return finish(pending, .failure(.idTaken))
        }
        finish(
            pending,
            .success(
                Acceptance(
                    receipt: Receipt(event, outcome: outcome), isRepeat: true, body: event.body)))
    }

    /// Handles an event whose ID is new after all. It is checked again, because the room may accept it by now.
    func settleQuestion(_ pending: PendingEvent) {
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

    func finish(_ pending: PendingEvent, _ result: Result<Acceptance, Problem>) {
        guard laterAnswers == nil else { return laterAnswers!.append((pending, result)) }
        pending.answer(result)
    }
}

extension StageConfiguration {
    /// True if both have the same values for viewers.
    fileprivate func isTold(as other: StageConfiguration) -> Bool {
        width == other.width && height == other.height && imageHosts == other.imageHosts
    }
}

extension Verdict.Result {
    fileprivate var isFailure: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Event.Kind {
    /// True if the event changes the queues in another way than by adding to them.
    fileprivate var isSteering: Bool {
        switch self {
        case .control, .skip, .configure, .deleteCombo, .moveCombo, .takeBack: true
        default: false
        }
    }
}
