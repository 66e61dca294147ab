/// What a string stands for, which sets its bounds.
enum TextKind {
    case name
    case id
    case caption
    /// A prefix or suffix; may be empty.
    case affix
    /// The address of a picture.
    case url

    private var longest: Int {
        switch self {
        case .name, .id: 200
        case .caption: 500
        case .affix: 50
        case .url: 2048
        }
    }

    /// What is wrong with `text`; nil where nothing is.
    ///
    /// Lengths count what a reader sees as one character (Unicode's extended grapheme clusters),
    /// each of up to 32 bytes on average, so that stacked combining marks find an end.
    func fault(in text: String) -> String? {
        let bytes = text.utf8.count
        if bytes == 0, self != .affix { return "must not be empty" }
        // So many bytes can't be too many characters: the quick way for most.
        if bytes > longest, text.count > longest || bytes > longest * 32 {
            return "must not be longer than \(longest) characters"
        }
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        if !isPlain { return "must not contain control characters" }
        if self == .url, !Self.isPictureAddress(text) {
            return
                "must be an https:, http: or data:image/ URL, or a path on this server (/…)"
        }
        return nil
    }

    private static func isPictureAddress(_ text: String) -> Bool {
        let lower = text.prefix(11).lowercased()
        return ["https://", "http://", "data:image/"].contains { lower.hasPrefix($0) }
            || (text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/\\"))
    }
}
