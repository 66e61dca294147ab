import Texts
import Wire

/// Finds an existing path that is similar to a mistyped one, to suggest it to the client.
extension PathIndex {
    private static let maxSuggestedSegments = 8

    /// Returns an existing path that is similar to `segments`; nil: no pattern is similar.
    func suggestion(for segments: [Text]) -> Text? {
        guard segments.count <= Self.maxSuggestedSegments else { return nil }
        // Ignore a slash at the end.
        let segments = segments.last?.isEmpty == true ? Array(segments.dropLast()) : segments
        guard let first = segments.first else { return nil }
        if segments.count == 1, let page = first.nearest(among: ["overlay", "studio"]) {
            return page == "overlay" ? "/overlay/main" : "/"
        }
        var candidates = [segments]
        if first != "v1" { candidates.append(["v1"] + segments) }
        if first != "v1", segments.count > 1, first.nearest(among: ["rooms"]) == nil {
            candidates.append(["v1", "rooms"] + segments)
        }
        for candidate in candidates {
            // API calls come before pages in the table, so a call is preferred to a file.
            for pattern in patterns {
                if let path = pattern.near(candidate) { return path }
            }
        }
        return nil
    }
}

extension PathPattern {
    /// Returns a path of this pattern that is similar to `segments`; nil: the pattern is not similar.
    fileprivate func near(_ segments: [Text]) -> Text? {
        guard !hasTail, parts.count == segments.count else { return nil }
        var path = ""
        for (part, segment) in zip(parts, segments) {
            switch part {
            case .word(let word):
                guard segment.nearest(among: [word]) != nil else { return nil }
                path += "/\(word)"
            case .room:
                let name = segment.asciiLowercased
                guard RoomName.isValid(name) else { return nil }
                path += "/\(name)"
            case .variable:
                guard !segment.isEmpty, segment.byteCount <= 64, segment.consists(of: \.isPlain)
                else { return nil }
                path += "/\(segment)"
            }
        }
        return Text(path)
    }
}

extension UInt8 {
    /// True if the character needs no encoding in a path (RFC 3986, section 2.3).
    fileprivate var isPlain: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
