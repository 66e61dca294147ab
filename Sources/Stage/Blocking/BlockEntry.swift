public import Texts

/// An entry of a room's blocklist that a moderator adds: a word, or a sender by ID or name.
public struct BlockEntry: Hashable, Sendable {
    public let kind: Kind
    /// The word, the ID or the name.
    public let value: Text

    /// The maximum number of entries of a room.
    public static let most = 1000
    /// The maximum number of bytes of a word.
    public static let maxWordBytes = 100
    /// The maximum number of bytes of all words of a room together, because the search tree has a node for each byte.
    static let maxTotalWordBytes = 8192
    /// A shorter word would block too much. One Chinese, Japanese or Korean character can be a word.
    private static let fewestLetters = 3

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case word = "word:"
        case senderID = "sender:id:"
        case senderName = "sender:name:"
    }

    public init(kind: Kind, value: Text) {
        self.kind = kind
        self.value = value
    }

    /// Reads an entry: `word:`, `sender:id:` or `sender:name:`, and the value. Returns nil for another form.
    public init?(_ text: Text) {
        for kind in Kind.allCases where text.begins(with: Text(kind.rawValue)) {
            self.init(
                kind: kind, value: Text(decoding: text.utf8.dropFirst(kind.rawValue.utf8.count)))
            return
        }
        return nil
    }

    /// Returns true if both entries block the same: words and names are compared in the form for comparisons.
    func blocksSame(as other: BlockEntry) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .senderID: return value == other.value
        case .senderName: return Blocklist.folded(value) == Blocklist.folded(other.value)
        // The search ignores spaces around a word.
        case .word: return Blocklist.trimmed(value) == Blocklist.trimmed(other.value)
        }
    }

    public var text: Text { Text(kind.rawValue) + value }

    /// The reason why a moderator can't add this entry; nil if it can be added.
    public var fault: String? {
        let folded = Text(decoding: Blocklist.folded(value))
        if folded.isEmpty { return "must have something visible after the last colon" }
        guard kind == .word else { return nil }
        if value.byteCount > Self.maxWordBytes {
            return "must be a word of at most \(Self.maxWordBytes) bytes"
        }
        if value.utf8.contains(UInt8(ascii: ",")) { return "must be one word, without a comma" }
        let letters = folded.scalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        if letters.contains(where: \.isWordByItself) || letters.count >= Self.fewestLetters {
            return nil
        }
        return "must have at least \(Self.fewestLetters) letters or digits, or one Chinese, "
            + "Japanese or Korean character"
    }
}

extension Unicode.Scalar {
    /// True for kana, Han characters and Hangul syllables.
    fileprivate var isWordByItself: Bool {
        switch value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
