public import Texts

/// An entry of a room's blocklist that a moderator adds: a word, or a sender by ID or name.
public struct BlockEntry: Hashable, Sendable {
    public let kind: Kind
    /// The word, the ID or the name.
    public let value: Text

    /// The maximum number of entries of a room.
    public static let most = 1000
    /// The maximum number of characters of a word, an ID or a name.
    public static let mostCharacters = 200
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

    public var text: Text { Text(kind.rawValue) + value }

    /// The reason why the room can't block this; nil if it can.
    public var fault: String? {
        let count = value.scalars.count
        if count == 0 { return "must have something after the last colon" }
        if count > Self.mostCharacters {
            return "must have at most \(Self.mostCharacters) characters"
        }
        if value.scalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "must not contain control characters"
        }
        guard kind == .word else { return nil }
        if value.utf8.contains(UInt8(ascii: ",")) { return "must be one word, without a comma" }
        let letters = value.scalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        if letters.contains(where: \.isWordByItself) || letters.count >= Self.fewestLetters {
            return nil
        }
        return
            "must have at least \(Self.fewestLetters) letters or digits, or one Chinese, Japanese or Korean character"
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
