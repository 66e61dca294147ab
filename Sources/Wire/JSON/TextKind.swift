import Texts

/// Where a document comes from, which says how long its texts may be.
public enum Provenance: Sendable {
    /// Somebody sends it now: every limit holds.
    case sender
    /// It was taken before, perhaps by an earlier version: what any version took is taken.
    case history
}

/// What a string stands for, which sets its bounds.
enum TextKind {
    case name
    case id
    /// The id of a node: of an event, behind the word of its kind.
    case node
    case caption
    /// A prefix or suffix; may be empty.
    case affix
    /// The address of a picture.
    case url

    /// In what a reader sees as one character (Unicode's extended grapheme clusters).
    private var mostCharacters: Int {
        switch self {
        case .name, .id: 200
        case .node: 220
        case .caption: 500
        case .affix: 50
        case .url: 2048
        }
    }

    /// Marks can be stacked on a character without end, so bytes have a limit too.
    private func mostBytes(from provenance: Provenance) -> Int {
        // Version 0.1 took 32 bytes a character of everything.
        if provenance == .history { return 32 * mostCharacters }
        return switch self {
        case .name, .id: 800
        case .node: 820
        case .caption: 16_000
        case .affix: 200
        case .url: 2048
        }
    }

    /// What is wrong with `text`; nil if nothing is.
    func fault(in text: Text, from provenance: Provenance) -> String? {
        // Before anything else is done with it.
        let mostBytes = mostBytes(from: provenance)
        if text.byteCount > mostBytes { return "must not be longer than \(mostBytes) bytes" }
        if text.isEmpty, self != .affix { return "must not be empty" }
        // So many bytes can't be too many characters: the quick way for most.
        if text.byteCount > mostCharacters, text.characterCount > mostCharacters {
            return "must not be longer than \(mostCharacters) characters"
        }
        let isPlain = text.scalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        if !isPlain { return "must not contain control characters" }
        if self == .url, !Self.isPictureAddress(text) {
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
