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
    private let metrics: Metrics
    private var flights: [UInt64: Flights.Flight] = [:]
    private var nextTicket: UInt64 = 0
    /// How many have been answered, and may be recorded all the same.
    private var doubtfulCount = 0
    /// Nothing is accepted any more.
    var isClosed = false

    init(journal: Journal, director: Director, metrics: Metrics) {
        self.journal = journal
        erasures = Erasures(journal: journal)
        self.director = director
        self.metrics = metrics
    }

    /// Whether nothing waits for the disk.
    var isIdle: Bool { flights.count == doubtfulCount && erasures.isEmpty }

    // MARK: Accepting

    /// Accepts an event and sends it to the journal, or refuses it and leaves no trace.
    func accept(_ submission: Submission) {
        if isClosed { return submission.completion(.failure(.draining)) }
        guard journal.backlogBytes < Journal.backlogLimitBytes else {
            return submission.completion(.failure(.journalDown(.backlog)))
        }
        let room = submission.room
        if room.isLeaving { return submission.completion(.failure(.roomLeaving)) }
        if let id = submission.id, let flight = room.flights[id] {
            return join(flight, submission)
        }
        room.advance(toNanoseconds: LoopTimer.now)
        guard let refusal = problem(with: submission) else { return record(submission) }
        if submission.id == nil { return refuse(submission, refusal) }
        // A repeat of what was recorded is answered even where the event itself would be refused.
        ask(about: submission)
    }

    private func problem(with submission: Submission) -> Problem? {
        submission.fault ?? refusal(of: submission).map(Problem.refused)
    }

    /// Whether there is no room for an event, with all that is on its way before it.
    private func refusal(of submission: Submission) -> Refusal? {
        let room = submission.room
        let pending = room.flights.count(of: submission.kind.word)
        guard let refusal = room.room.refusal(of: submission.kind, pending: pending) else {
            return nil
        }
        // There is none if each event on its way needs a place of its own; look whether they do.
        if pending == 0 { return refusal }
        return room.flights.refusal(
            of: submission.kind, in: room.room, atNanoseconds: LoopTimer.now)
    }

    private func join(_ flight: Flights.Flight, _ submission: Submission) {
        if let doubt = flight.doubt {
            return submission.completion(.failure(.journalUnsure(doubt)))
        }
        let body = Text(decoding: JSON(submission.kind).encoded)
        guard flight.body == body else {
            return submission.completion(.failure(.idTaken))
        }
        flight.repeats.append(submission.completion)
    }

    private func refuse(_ submission: Submission, _ problem: Problem) {
        metrics.count(submission.kind.word, "refused")
        submission.completion(.failure(problem))
    }

    private func record(_ submission: Submission) {
        let flight = take(off: submission)
        submission.room.flights.add(flight)
        let event = newEvent(flight)
        journal.write(submission.room.takeRecords() + [.event(event, ticket: nextTicket)])
    }

    private func ask(about submission: Submission) {
        let flight = take(off: submission)
        submission.room.flights.ask(about: flight)
        // The outcome that the answer repeats has to be on disk before it is looked for.
        journal.write(
            submission.room.takeRecords() + [.question(newEvent(flight), ticket: nextTicket)])
    }

    private func take(off submission: Submission) -> Flights.Flight {
        nextTicket += 1
        let flight = Flights.Flight(ticket: nextTicket, submission: submission)
        flights[nextTicket] = flight
        return flight
    }

    private func newEvent(_ flight: Flights.Flight) -> NewEvent {
        let room = flight.submission.room
        return NewEvent(
            room: room.name, id: flight.id,
            body: SignedBody(flight.body, by: flight.submission.key).kept,
            wallMicroseconds: flight.wallTime.microseconds,
            birth: room.birth)
    }

    // MARK: Applying

    /// Takes what the journal has written: its events are applied to their rooms, each at its time,
    /// and answered.
    func applyRecorded() {
        let now = LoopTimer.now
        var touched: [LiveRoom] = []
        for verdict in journal.takeVerdicts() {
            guard let flight = flights[verdict.ticket] else {
                erasures.take(verdict)
                continue
            }
            let room = flight.submission.room
            if case .unsure(let error) = verdict.result {
                doubt(flight, error)
                continue
            }
            flights[verdict.ticket] = nil
            room.flights.remove(flight, hasFailed: verdict.result.isFailure)
            if take(verdict.result, of: flight, atNanoseconds: now), touched.last !== room {
                touched.append(room)
            }
            room.flights.goOnConfiguring()
        }
        for room in touched {
            room.advance(toNanoseconds: now)
            director.changed(room)
        }
    }

    /// Answers an event of which nobody knows whether it was recorded. It stays on its way until
    /// that is known.
    private func doubt(_ flight: Flights.Flight, _ error: JournalError) {
        finish(flight, .failure(.journalUnsure(error)))
        flight.repeats.removeAll()
        flight.doubt = error
        doubtfulCount += 1
    }

    /// Does what a verdict asks for; returns whether the room has changed.
    private func take(
        _ result: Verdict.Result, of flight: Flights.Flight, atNanoseconds now: UInt64
    ) -> Bool {
        if flight.doubt != nil { doubtfulCount -= 1 }
        switch result {
        case .recorded(let seq, let time):
            apply(flight, seq: seq, at: time, nowNanoseconds: now)
            return true
        case .known(let event) where flight.doubt != nil:
            guard event.seq > flight.submission.room.seq else { return false }
            apply(flight, seq: event.seq, at: event.time, nowNanoseconds: now)
            return true
        case .known(let event): answer(flight, with: event)
        case .unknown where flight.doubt == nil: settleQuestion(flight)
        case .failed(let error) where flight.doubt == nil:
            finish(flight, .failure(.journalDown(error)))
        case .unknown, .failed, .unsure, .erased: break
        }
        return false
    }

    private func apply(
        _ flight: Flights.Flight, seq: Int64, at time: Instant, nowNanoseconds now: UInt64
    ) {
        let room = flight.submission.room
        let kind = flight.submission.kind
        room.settle(at: time)
        let stage = room.room.configuration.stage
        let tap = tapNotice(kind, in: room)
        let outcome = room.apply(Event(seq: seq, id: flight.id, kind: kind), at: time)
        metrics.count(kind.word, outcome.word)
        room.lastEventAt = flight.wallTime
        let receipt = Receipt(
            id: flight.id, seq: seq, time: time, at: flight.wallTime, outcome: outcome)
        room.feed?.note(event: HistoryDocument.entry(receipt, flight.told))
        if flight.doubt == nil {
            finish(flight, .success(Acceptance(receipt: receipt, body: flight.body)))
        }
        if let tap { director.tell(tap, in: room) }
        switch kind {
        case .control(.start):
            room.startWithoutViewer()
            director.configured(room, atNanoseconds: now)
        case .configure: director.configured(room, atNanoseconds: now)
        default: break
        }
        if !stage.isTold(as: room.room.configuration.stage) { room.audience.dismiss() }
    }

    /// What those who listen are told of a tap.
    private func tapNotice(_ kind: Event.Kind, in room: LiveRoom) -> Message? {
        guard case .tap(let call) = kind, let caller = room.room.caller(of: call) else {
            return nil
        }
        return Message(text: StreamMessage.tap(call: call, caller: caller))
    }

    // MARK: Answering

    /// Answers an event that was recorded before: as it was answered then, or not at all where the
    /// id stood for something else.
    private func answer(_ flight: Flights.Flight, with event: StoredEvent) {
        let recorded = SignedBody(kept: event.body).body
        guard flight.submission.repeats(recorded, sentAs: flight.body) else {
            return finish(flight, .failure(.idTaken))
        }
        finish(
            flight,
            .success(Acceptance(receipt: Receipt(event), isRepeat: true, body: event.body)))
    }

    /// The id is new, so the event is judged as any other; the room may have room for it by now.
    private func settleQuestion(_ flight: Flights.Flight) {
        let submission = flight.submission
        if let other = submission.room.flights[flight.id] {
            join(other, submission)
        } else if let problem = problem(with: submission) {
            refuse(submission, problem)
        } else {
            record(submission)
        }
    }

    private func finish(_ flight: Flights.Flight, _ result: Result<Acceptance, Problem>) {
        flight.submission.completion(result)
        let repeated = result.map {
            Acceptance(receipt: $0.receipt, isRepeat: true, body: $0.body)
        }
        for completion in flight.repeats { completion(repeated) }
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
