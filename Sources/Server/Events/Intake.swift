import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// The way of every event into its room, whoever sends it: accepted here, recorded by the journal,
/// applied here.
///
/// Belongs to the loop's thread, which never waits for the disk.
final class Intake {
    private let journal: Journal
    /// The rooms that are being erased, each behind the events that came before.
    let erasures: Erasures
    private let director: Director
    let metrics: Metrics
    /// Called with a room that is not as the journal has it.
    let lost: (LiveRoom) -> Void
    /// Called with a room to which something has come, and something before that has not.
    var gap: (LiveRoom) -> Void = { _ in }
    /// Has rooms be compared with a log that may have lost something.
    var noticeRuns: () -> Void = {}
    var pendingByTicket: [UInt64: PendingEvent] = [:]
    private var nextTicket: UInt64 = 0
    /// How many have been answered, and may be recorded all the same.
    var doubtfulCount = 0
    /// What is to be answered once rooms have been shown; nil: answers go at once.
    private var laterAnswers: [(PendingEvent, Result<Acceptance, Problem>)]?
    /// Nothing is accepted any more.
    var isClosed = false

    init(
        journal: Journal, director: Director, metrics: Metrics,
        lost: @escaping (LiveRoom) -> Void = { _ in }
    ) {
        self.journal = journal
        erasures = Erasures(journal: journal)
        self.director = director
        self.metrics = metrics
        self.lost = lost
    }

    /// Whether nothing waits for the disk.
    var isIdle: Bool { pendingByTicket.count == doubtfulCount && erasures.isEmpty }

    // MARK: Accepting

    /// Accepts an event and sends it to the journal, or refuses it and leaves no trace.
    func accept(_ submission: Submission) {
        if isClosed { return submission.completion(.failure(.draining)) }
        if let problem = submission.admission.problem { return refuse(submission, problem) }
        guard journal.backlogBytes < Journal.backlogLimitBytes else {
            return submission.completion(.failure(.journalDown(.backlog)))
        }
        let room = submission.room
        if room.isForsaken {
            return submission.completion(.failure(.journalUnsure(.outdated(room: room.name))))
        }
        if room.isBeingErased {
            if erasures.wait(for: room, { [unowned self] in accept(submission) }) { return }
            return submission.completion(.failure(.roomLeaving))
        }
        if let id = submission.id, let pending = room.pendingEvents[id] {
            return join(pending, submission)
        }
        room.advance(toNanoseconds: LoopTimer.now)
        guard let refusal = problem(with: submission) else { return record(submission) }
        if submission.id == nil { return refuse(submission, refusal) }
        // A repeat of what was recorded is answered even if the event itself would be refused.
        ask(about: submission)
    }

    private func problem(with submission: Submission) -> Problem? {
        submission.room.standing.suspension.map(Problem.suspended)
            ?? submission.fault ?? refusal(of: submission).map(Problem.refused)
    }

    /// Whether there is no room for an event, with all that is on its way before it.
    private func refusal(of submission: Submission) -> Refusal? {
        let room = submission.room
        let count = room.pendingEvents.count(of: submission.kind.word)
        guard let refusal = room.refusal(of: submission.kind, pending: count) else {
            return nil
        }
        // A required card or held delivery has to be recorded. A pending event may repeat a card that has left, or a
        // delivery that was refused.
        if refusal.isMissing { return refusal }
        // That counted a place for each event on its way. Some may need none, as gifts of one combo.
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
        var records = submission.room.takeRecords()
        records.append(.event(newEvent(pending), ticket: nextTicket))
        journal.write(records)
    }

    private func ask(about submission: Submission) {
        let pending = makePending(of: submission)
        submission.room.pendingEvents.ask(about: pending)
        // The outcome that the answer repeats has to be on disk before it is looked for.
        journal.write(
            submission.room.takeRecords() + [.question(newEvent(pending), ticket: nextTicket)])
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
            birth: room.birth, basis: basis(of: pending.submission))
    }

    // MARK: Applying

    /// Takes what the journal has written: its events are applied to their rooms, each at its time,
    /// and answered. Rooms that rested are shown before that: their frames wait for no answer.
    func applyRecorded() {
        let verdicts = journal.takeVerdicts()
        noticeRuns()
        laterAnswers = []
        show(apply(verdicts))
        let answers = laterAnswers ?? []
        laterAnswers = nil
        for (pending, result) in answers { pending.answer(result) }
    }

    /// Does what verdicts ask for; returns the rooms that have changed.
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

    /// Has viewers see what has happened in rooms.
    func show(_ rooms: [LiveRoom]) {
        let now = LoopTimer.now
        for room in rooms {
            room.advance(toNanoseconds: now)
            director.changed(room)
        }
    }

    /// Has a room go on in which there was more to do than there was time for: first with what is due,
    /// then with the events that have been recorded meanwhile.
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
        room.resume(toNanoseconds: now)
        guard room.isSettled else { return }
        director.changed(room)
        room.endWaiting()
    }

    /// Does what a verdict asks for, unless its room has to come to its instant first, or others of it
    /// wait for that. Returns whether the room has changed.
    private func settle(
        _ pending: PendingEvent, with verdict: Verdict, atNanoseconds now: UInt64
    ) -> Bool {
        let room = pending.submission.room
        if room.isShared || room.isLetGo, let isChanged = takeShared(pending, verdict) {
            return isChanged
        }
        let instant = instant(of: pending, by: verdict.result)
        guard room.pendingEvents.delayed.isEmpty, instant.map(room.settle) ?? true else {
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

    /// When an event is to be applied of which this is said; nil if it is not.
    private func instant(of pending: PendingEvent, by result: Verdict.Result) -> Instant? {
        switch result {
        case .recorded(_, let time): time
        case .known(let event)
        where pending.doubt != nil && event.seq > pending.submission.room.seq:
            event.time
        default: nil
        }
    }

    /// Answers an event of which nobody knows whether it was recorded. It stays on its way until
    /// that is known.
    func doubt(_ pending: PendingEvent, _ error: JournalError) {
        finish(pending, .failure(.journalUnsure(error)))
        pending.doubt = error
        doubtfulCount += 1
    }

    /// Does what a verdict asks for; returns whether the room has changed.
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
        // Its history is longer than what it was made of: it is to be read anew, and this event with it.
        guard seq == room.seq + 1 else {
            lost(room)
            return finish(pending, .failure(.journalUnsure(.outdated(room: room.name))))
        }
        let receipt = perform(Occurrence(pending), seq: seq, at: time, in: room, isOwn: true)
        answer(pending, with: receipt)
    }

    /// Has something happen in a room. `isOwn`: it came by this server.
    func perform(
        _ occurrence: Occurrence, seq: Int64, at time: Instant, in room: LiveRoom, isOwn: Bool
    ) -> Receipt {
        let kind = occurrence.kind
        let before: Configuration? = if case .configure = kind { room.configuration } else { nil }
        let tap = tapNotice(kind, in: room)
        let event = Event(seq: seq, id: occurrence.id, kind: kind)
        let outcome = room.apply(event, at: time, cameAt: occurrence.at)
        let receipt = Receipt(
            id: occurrence.id, seq: seq, time: time, at: occurrence.at, outcome: outcome)
        room.share?.note(receipt, kind)
        if isOwn { metrics.count(kind.word, outcome.word) }
        room.feed?.note(
            kind, HistoryDocument.entry(receipt, occurrence.told()), steers: kind.isSteering)
        if let tap { director.announcements.tell(tap, in: room) }
        switch kind {
        case .control(.start):
            // Of several servers that one has time run that was asked to.
            if isOwn { room.startWithoutViewer() }
            director.configured(room, atNanoseconds: LoopTimer.now)
        case .configure:
            director.configured(room, atNanoseconds: LoopTimer.now)
            if let before { tellChange(of: room, from: before) }
        default: break
        }
        return receipt
    }

    func answer(_ pending: PendingEvent, with receipt: Receipt) {
        guard pending.doubt == nil else { return }
        finish(pending, .success(Acceptance(receipt: receipt, body: pending.body)))
    }

    /// Tells viewers what of a room's configuration they go by, if it is another now.
    private func tellChange(of room: LiveRoom, from before: Configuration) {
        let now = room.configuration
        if !before.stage.isTold(as: now.stage) {
            director.reconnectAll(of: room)
        } else if before.look != now.look {
            director.announcements.tell(Message(text: StreamMessage.look(now.look)), in: room)
        }
    }

    /// What those who listen are told of a tap.
    private func tapNotice(_ kind: Event.Kind, in room: LiveRoom) -> Message? {
        guard case .tap(let call) = kind, let caller = room.room.caller(of: call) else {
            return nil
        }
        return Message(text: StreamMessage.tap(call: call, caller: caller))
    }

    // MARK: Answering

    /// Answers an event that was recorded before: as it was answered then, or not at all if the
    /// id stood for something else.
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

    /// The id is new, so the event is judged as any other; the room may have room for it by now.
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
    /// Whether viewers are told the same of it.
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
    /// Whether it changes what waits otherwise than by adding to it.
    fileprivate var isSteering: Bool {
        switch self {
        case .control, .skip, .configure, .deleteCombo, .moveCombo, .takeBack: true
        default: false
        }
    }
}
