import Texts

/// A kind of string in JSON documents, such as a name or an ID, with its limits.
struct TextKind: Sendable {
    /// The maximum number of characters as a reader sees them (Unicode's extended grapheme
    /// clusters).
    let mostCharacters: Int
    /// The maximum number of bytes, needed because a character can carry any number of marks.
    let mostBytes: Int
    var mayBeEmpty = false
    /// True if the text may have line breaks: LF, or CR and LF.
    var mayHoldBreaks = false
    var address: Address?

    /// The targets that an address may have.
    enum Address: Sendable {
        case picture
        /// A file of this server.
        case file
    }

    static let name = TextKind(mostCharacters: 200, mostBytes: 800)
    static let id = TextKind(mostCharacters: 200, mostBytes: 800)
    /// A node's ID: the name of its kind and an event's ID.
    static let node = TextKind(mostCharacters: 220, mostBytes: 820)
    /// The address of a picture.
    static let url = TextKind(mostCharacters: 2048, mostBytes: 2048, address: .picture)

    /// Returns why `text` is not valid; nil if it is.
    func fault(in text: Text, from provenance: Provenance) -> String? {
        // This check comes before more expensive ones. Version 0.1 accepted 32 bytes per character
        // in all texts.
        let mostBytes = provenance == .history ? 32 * mostCharacters : mostBytes
        if text.byteCount > mostBytes { return "must not be longer than \(mostBytes) bytes" }
        if text.isEmpty, !mayBeEmpty { return "must not be empty" }
        // So few bytes can't have too many characters, which saves counting in most texts.
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

    /// Returns true if the text has no control characters except those allowed.
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

    /// Returns true for a path, but not for the address of another server.
    private static func isPath(_ text: Text) -> Bool {
        text.begins(with: "/") && !text.begins(with: "//") && !text.begins(with: "/\\")
    }
}
