import Journal
import Stage
import Timeline
import Wire

/// The answer to a recorded event.
struct Receipt {
    let id: String
    let seq: Int64
    /// Room time.
    let time: Instant
    let at: WallTime
    let outcome: Outcome

    init(id: String, seq: Int64, time: Instant, at: WallTime, outcome: Outcome) {
        self.id = id
        self.seq = seq
        self.time = time
        self.at = at
        self.outcome = outcome
    }

    /// The answer to an event that was recorded before.
    init(_ event: StoredEvent) {
        id = event.id
        seq = event.seq
        time = event.applied?.time ?? .zero
        at = WallTime(microseconds: event.wallMicroseconds)
        outcome = event.applied?.outcome ?? .applied
    }

    /// `{"id", "seq", "time", "at", "outcome", …}`.
    var json: JSON { .object(members) }

    var members: [JSON.Member] {
        var members: [JSON.Member] = [
            .init("id", .string(id)),
            .init("seq", .number(Double(seq))),
            .init("time", .number(Double(time.microseconds))),
            .init("at", .string(at.text)),
            .init("outcome", .string(outcome.word)),
        ]
        switch outcome {
        case .merged(let combo): members.append(.init("combo", .string(combo)))
        case .queued(let position): members.append(.init("position", .number(Double(position))))
        case .skipped(let skip): members.append(.init("reason", .string(skip.explanation)))
        case .shown, .applied: break
        }
        return members
    }
}

extension Outcome {
    /// The outcome's name in answers and metrics.
    var word: String {
        switch self {
        case .shown: "shown"
        case .merged: "merged"
        case .queued: "queued"
        case .skipped: "skipped"
        case .applied: "applied"
        }
    }
}

extension Outcome.Skip {
    var explanation: String {
        switch self {
        case .disabled: "The room's configuration has this switched off."
        case .overtaken:
            "When its turn came, what it needed was full or gone."
        case .repeated: "This caller has a card already."
        }
    }
}
