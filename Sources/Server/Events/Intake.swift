import Stage
import Transport
import Wire

/// The way of every event into its room, whoever sends it: accepted here, applied here.
final class Intake {
    private let director: Director
    private let metrics: Metrics
    /// Nothing is accepted any more.
    var isClosed = false

    init(director: Director, metrics: Metrics) {
        self.director = director
        self.metrics = metrics
    }

    /// Accepts an event, or refuses it and leaves no trace.
    func accept(_ submission: Submission) {
        if isClosed { return submission.completion(.failure(.draining)) }
        guard let id = submission.id, let known = submission.room.ledger[id] else {
            return apply(submission)
        }
        submission.completion(
            known.kind == submission.kind
                ? .success(Acceptance(receipt: known.receipt, isRepeat: true))
                : .failure(.idTaken))
    }

    /// Applies an accepted event to its room and shows what it changed.
    private func apply(_ submission: Submission) {
        let room = submission.room
        let kind = submission.kind
        let stage = room.room.configuration.stage
        room.advance(toNanoseconds: LoopTimer.now)
        let tap = tapNotice(kind, in: room)
        do throws(Refusal) {
            let receipt = try room.apply(kind, id: submission.id, atNanoseconds: LoopTimer.now)
            if submission.id != nil { room.ledger.record(kind, receipt) }
            metrics.count(kind.word, receipt.outcome.word)
            submission.completion(.success(Acceptance(receipt: receipt, isRepeat: false)))
        } catch {
            metrics.count(kind.word, "refused")
            return submission.completion(.failure(.refused(error)))
        }
        if let tap { room.audience.tell(tap) }
        if !stage.hasSize(of: room.room.configuration.stage) { room.audience.dismiss() }
        director.changed(room)
    }

    /// What those who listen are told of a tap.
    private func tapNotice(_ kind: Event.Kind, in room: LiveRoom) -> Message? {
        guard case .tap(let call) = kind, let caller = room.room.caller(of: call) else {
            return nil
        }
        return Message(text: StreamMessage.tap(call: call, caller: caller))
    }
}

extension Event.Kind {
    /// The kind's name in metrics and histories, the same that `simulate` reads.
    var word: String {
        switch self {
        case .gift: "gift"
        case .call: "call"
        case .dismiss: "dismiss"
        case .tap: "tap"
        case .counter: "counter"
        case .deleteCounter: "deleteCounter"
        case .caption: "caption"
        case .deleteCaption: "deleteCaption"
        case .control: "control"
        case .configure: "config"
        }
    }
}

extension StageConfiguration {
    fileprivate func hasSize(of other: StageConfiguration) -> Bool {
        width == other.width && height == other.height
    }
}
