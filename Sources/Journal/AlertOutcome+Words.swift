public import Stage
public import Texts

/// The stored form of an alert's outcome: `big shown`, `big queued 3` or `big dropped`, where `big` is the rule.
extension AlertOutcome {
    public var words: Text {
        switch place {
        case .shown: rule + " shown"
        case .queued(let position): rule + " queued \(position)"
        case .dropped: rule + " dropped"
        }
    }

    /// Reads the stored form; nil if this version does not know it.
    public init?(words: Text) {
        let words = words.elements(separatedBy: UInt8(ascii: " "))
        switch (words.count, words.dropFirst().first) {
        case (2, "shown"): self.init(rule: words[0], place: .shown)
        case (2, "dropped"): self.init(rule: words[0], place: .dropped)
        case (3, "queued"):
            guard let position = Int(words[2].string) else { return nil }
            self.init(rule: words[0], place: .queued(position: position))
        default: return nil
        }
    }
}
