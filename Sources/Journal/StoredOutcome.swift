import Stage

/// An outcome as two columns: its word, and what else there is to say.
struct StoredOutcome {
    let word: String
    let detail: String?

    init(_ outcome: Outcome) {
        switch outcome {
        case .shown: (word, detail) = ("shown", nil)
        case .applied: (word, detail) = ("applied", nil)
        case .merged(let combo): (word, detail) = ("merged", combo)
        case .queued(let position): (word, detail) = ("queued", String(position))
        case .skipped(let skip): (word, detail) = ("skipped", skip.rawValue)
        }
    }

    init(word: String, detail: String?) {
        self.word = word
        self.detail = detail
    }

    /// The outcome; nil where the columns hold none that this version knows.
    var outcome: Outcome? {
        switch word {
        case "shown": .shown
        case "applied": .applied
        case "merged": detail.map { .merged(into: $0) }
        case "queued": detail.flatMap(Int.init).map { .queued(position: $0) }
        case "skipped": detail.flatMap(Outcome.Skip.init).map { .skipped($0) }
        default: nil
        }
    }
}
