import Texts
import Transport
import Wire

/// Finds an existing path of this server that is similar to a mistyped one, to suggest it to the client.
struct Guess {
    /// The suggested path; nil: no path is close.
    let path: Text?

    private static let mostSegments = 8

    init(_ segments: [Text]) {
        path = segments.count <= Self.mostSegments ? Self.path(segments) : nil
    }

    private static func path(_ segments: [Text]) -> Text? {
        // Ignore a slash at the end.
        let segments = segments.last?.isEmpty == true ? Array(segments.dropLast()) : segments
        guard let first = segments.first else { return nil }
        if segments.count == 1, let page = first.nearest(among: ["overlay", "studio"]) {
            return page == "overlay" ? "/overlay/main" : "/"
        }
        var ways = [segments]
        if first != "v1" { ways.append(["v1"] + segments) }
        if first != "v1", segments.count > 1, first.nearest(among: ["rooms"]) == nil {
            ways.append(["v1", "rooms"] + segments)
        }
        for way in ways {
            // API calls come before pages in the table, so a call is preferred to a file.
            for route in Route.all {
                if let path = route.path.near(way) { return path }
            }
        }
        return nil
    }

    /// Returns the redirect's path for a browser that asks for a mistyped page; nil: no redirect.
    static func page(_ request: Request) -> Text? {
        guard request.method == .get || request.method == .head,
            let first = request.segments.first?.asciiLowercased,
            first == "overlay" || first == "studio",
            let path = Guess(request.segments).path
        else { return nil }
        return request.query.map { "\(path)?\($0)" } ?? path
    }
}

extension PathPattern {
    /// Returns the path of this pattern that is close to `segments`; nil if there is none.
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
