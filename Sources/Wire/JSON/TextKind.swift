import Texts

/// What a string stands for, which sets its bounds.
struct TextKind: Sendable {
    /// In what a reader sees as one character (Unicode's extended grapheme clusters).
    let mostCharacters: Int
    /// Marks can be stacked on a character without end, so bytes have a limit too.
    let mostBytes: Int
    var mayBeEmpty = false
    /// Whether it may hold line breaks: LF, or CR and LF.
    var mayHoldBreaks = false
    var address: Address?

    /// What an address may lead to.
    enum Address: Sendable {
        case picture
        /// A file of this server.
        case file
    }

    static let name = TextKind(mostCharacters: 200, mostBytes: 800)
    static let id = TextKind(mostCharacters: 200, mostBytes: 800)
    /// The id of a node: of an event, behind the word of its kind.
    static let node = TextKind(mostCharacters: 220, mostBytes: 820)
    /// The address of a picture.
    static let url = TextKind(mostCharacters: 2048, mostBytes: 2048, address: .picture)

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
        if !isPlain(text) {
            return "must not contain control characters"
                + (mayHoldBreaks ? " other than line breaks" : "")
        }
        switch address {
        case .picture where !Self.isPictureAddress(text):
            return
                "must be an https:, http: or data:image/ URL, or a path on this server (/…)"
        case .file where !Self.isPath(text):
            return "must be a file of this server: a path (/…)"
        default: return nil
        }
    }

    /// Whether a text has no control characters but those that it may have.
    private func isPlain(_ text: Text) -> Bool {
        var isAfterReturn = false
        for scalar in text.scalars {
            if isAfterReturn, scalar != "\n" { return false }
            isAfterReturn = mayHoldBreaks && scalar == "\r"
            if isAfterReturn || (mayHoldBreaks && scalar == "\n") { continue }
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return false }
        }
        return !isAfterReturn
    }

    private static let schemes: [Text] = ["https://", "http://", "data:image/"]

    private static func isPictureAddress(_ text: Text) -> Bool {
        let start = Text(decoding: text.utf8.prefix(11)).asciiLowercased
        return schemes.contains { start.begins(with: $0) }
            || isPath(text)
    }

    /// Whether it is a path, and no address of another server.
    private static func isPath(_ text: Text) -> Bool {
        text.begins(with: "/") && !text.begins(with: "//") && !text.begins(with: "/\\")
    }
}
