import Journal
import Stage
import Texts

/// The text form of an outcome in Redis: its word, and for some outcomes a space and a detail. The words of the alert's
/// outcome follow after a line feed, which no detail has.
struct OutcomeWords {
    let text: Text

    init(_ text: Text) {
        self.text = text
    }

    init(_ outcome: Outcome, alert: AlertOutcome? = nil) {
        let detail: Text? =
            switch outcome {
            case .shown, .applied: nil
            case .merged(let combo): combo
            case .queued(let position): "\(position)"
            case .skipped(let skip): Text(skip.rawValue)
            }
        let own = detail.map { outcome.word + " " + $0 } ?? outcome.word
        text = alert.map { own + "\n" + $0.words } ?? own
    }

    /// The outcome; nil if this version of the server does not know the word.
    var outcome: Outcome? {
        let bytes = Array(lines[0].utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
        let detail = Text(decoding: bytes[end...].dropFirst())
        return switch Outcome.Name(word: Text(decoding: bytes[..<end])) {
        case .shown: .shown
        case .applied: .applied
        case .merged: .merged(into: detail)
        case .queued: Int(detail.string).map { .queued(position: $0) }
        case .skipped: Outcome.Skip(word: detail).map { .skipped($0) }
        case nil: nil
        }
    }

    /// The outcome of the alert; nil if no rule made one, or if this version does not know its words.
    var alert: AlertOutcome? {
        lines.count == 2 ? AlertOutcome(words: lines[1]) : nil
    }

    private var lines: [Text] { text.elements(separatedBy: UInt8(ascii: "\n")) }
}
