import Stage
import Texts

/// The outcome of an event in the form of two columns, which are a word and a detail.
struct StoredOutcome {
    let word: Text
    let detail: Text?

    init(_ outcome: Outcome) {
        word = outcome.word
        detail =
            switch outcome {
            case .shown, .applied: nil
            case .merged(let combo): combo
            case .queued(let position): "\(position)"
            case .skipped(let skip): Text(skip.rawValue)
            }
    }

    init(word: Text, detail: Text?) {
        self.word = word
        self.detail = detail
    }

    /// The outcome; nil if this version does not know its word.
    var outcome: Outcome? {
        switch Outcome.Name(word: word) {
        case .shown: .shown
        case .applied: .applied
        case .merged: detail.map { .merged(into: $0) }
        case .queued: detail.flatMap { Int($0.string) }.map { .queued(position: $0) }
        case .skipped: detail.flatMap(Outcome.Skip.init(word:)).map { .skipped($0) }
        case nil: nil
        }
    }
}
