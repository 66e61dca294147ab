import Stage
import Texts

/// An outcome as two columns: its word, and what else there is to say.
struct StoredOutcome {
    let word: Text
    let detail: Text?

    init(_ outcome: Outcome) {
        switch outcome {
        case .shown: (word, detail) = ("shown", nil)
        case .applied: (word, detail) = ("applied", nil)
        case .merged(let combo): (word, detail) = ("merged", combo)
        case .queued(let position): (word, detail) = ("queued", "\(position)")
        case .skipped(let skip): (word, detail) = ("skipped", Text(skip.rawValue))
        }
    }

    init(word: Text, detail: Text?) {
        self.word = word
        self.detail = detail
    }

    /// The outcome; nil if this version does not know it.
    var outcome: Outcome? {
        switch word {
        case "shown": .shown
        case "applied": .applied
        case "merged": detail.map { .merged(into: $0) }
        case "queued": detail.flatMap { Int($0.string) }.map { .queued(position: $0) }
        case "skipped": detail.flatMap(Outcome.Skip.init(word:)).map { .skipped($0) }
        default: nil
        }
    }
}
