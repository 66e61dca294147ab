import Journal
import Stage
import Texts

/// The outcome of an event and of its alert in the form of two columns, which are a word and a detail. The alert's words
/// follow the detail after a line feed, which no detail has.
struct StoredOutcome {
    let word: Text
    let detail: Text?

    init(_ outcome: Outcome, alert: AlertOutcome? = nil) {
        word = outcome.word
        let own: Text? =
            switch outcome {
            case .shown, .applied: nil
            case .merged(let combo): combo
            case .queued(let position): "\(position)"
            case .skipped(let skip): Text(skip.rawValue)
            }
        detail = alert.map { (own ?? "") + "\n" + $0.words } ?? own
    }

    init(word: Text, detail: Text?) {
        self.word = word
        self.detail = detail
    }

    /// The outcome; nil if this version does not know its word.
    var outcome: Outcome? {
        let detail = parts?.first
        return switch Outcome.Name(word: word) {
        case .shown: .shown
        case .applied: .applied
        case .merged: detail.map { .merged(into: $0) }
        case .queued: detail.flatMap { Int($0.string) }.map { .queued(position: $0) }
        case .skipped: detail.flatMap(Outcome.Skip.init(word:)).map { .skipped($0) }
        case nil: nil
        }
    }

    /// The outcome of the alert; nil if no rule made one, or if this version does not know its words.
    var alert: AlertOutcome? {
        guard let parts, parts.count == 2 else { return nil }
        return AlertOutcome(words: parts[1])
    }

    private var parts: [Text]? { detail?.elements(separatedBy: UInt8(ascii: "\n")) }
}
