import Texts

/// Where a document comes from, which says how long its texts may be.
public enum Provenance: Sendable {
    /// Somebody sends it now: every limit holds.
    case sender
    /// It was taken before, perhaps by an earlier version: what any version took is taken.
    case history
}

/// What a string stands for, which sets its bounds.
struct TextKind: Sendable {
    /// In what a reader sees as one character (Unicode's extended grapheme clusters).
    let mostCharacters: Int
    /// Marks can be stacked on a character without end, so bytes have a limit too.
    let mostBytes: Int
    var mayBeEmpty = false
    var isPictureAddress = false

    static let name = TextKind(mostCharacters: 200, mostBytes: 800)
    static let id = TextKind(mostCharacters: 200, mostBytes: 800)
    /// The id of a node: of an event, behind the word of its kind.
    static let node = TextKind(mostCharacters: 220, mostBytes: 820)
    /// The address of a picture.
    static let url = TextKind(mostCharacters: 2048, mostBytes: 2048, isPictureAddress: true)

    /// What is wrong with `text`; nil if nothing is.
    func fault(in text: Text, from provenance: Provenance) -> String? {
        // Before anything else is done with it.
        // Version 0.1 took 32 bytes a character of everything.
        let mostBytes = provenance == .history ? 32 * mostCharacters : mostBytes
        if text.byteCount > mostBytes { return "must not be longer than \(mostBytes) bytes" }
        if text.isEmpty, !mayBeEmpty { return "must not be empty" }
        // So many bytes can't be too many characters: the quick way for most.
        if text.byteCount > mostCharacters, text.characterCount > mostCharacters {
            return "must not be longer than \(mostCharacters) characters"
        }
        let isPlain = text.scalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        if !isPlain { return "must not contain control characters" }
        if isPictureAddress, !Self.isPictureAddress(text) {
            return
                "must be an https:, http: or data:image/ URL, or a path on this server (/…)"
        }
        return nil
    }

    private static let schemes: [Text] = ["https://", "http://", "data:image/"]

    private static func isPictureAddress(_ text: Text) -> Bool {
        let start = Text(decoding: text.utf8.prefix(11)).asciiLowercased
        return schemes.contains { start.begins(with: $0) }
            || (text.begins(with: "/") && !text.begins(with: "//") && !text.begins(with: "/\\"))
    }
}
