import Texts

/// The request line and the header fields of an HTTP request, as bytes with the positions of the parts.
struct RequestHead: Sendable {
    struct Field: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    let bytes: [UInt8]
    var method = Request.Method.get
    var path = 0..<0
    var query: Range<Int>?
    var segments: [Text] = []
    var queryItems: [(name: Text, value: Text)] = []
    var fields: [Field] = []
    /// Nil only if an HTTP/1.0 request names no host.
    var authority: Authority?

    var contentLength: Int?
    /// True if the body is chunked. Only the unambiguous form of the header field is accepted.
    var isChunked = false
    var keepsAlive = true
    var isHTTP10 = false
    var expectsContinue = false
    var asksForWebSocket = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func text(_ range: Range<Int>) -> Text {
        Text(decoding: bytes[range])
    }

    func header(_ name: Text) -> Text? {
        guard let first = fields.firstIndex(where: { matches($0.name, name) }) else { return nil }
        let value = fields[first].value
        let others = fields[(first + 1)...].filter { matches($0.name, name) }
        if others.isEmpty { return text(value) }
        var joined = Array(bytes[value])
        for field in others {
            joined += ", ".utf8
            joined += bytes[field.value]
        }
        return Text(decoding: joined)
    }

    /// Calls `body` with the position of each element of a comma-separated list, in all fields of this name
    /// (RFC 9110 §5.6.1).
    private func forEachElement(of name: Text, _ body: (Range<Int>) -> Void) {
        for field in fields where matches(field.name, name) {
            var start = field.value.lowerBound
            for index in start...field.value.upperBound
            where index == field.value.upperBound || bytes[index] == UInt8(ascii: ",") {
                let element = bytes[start..<index].trimmingOptionalSpace().indices
                if !element.isEmpty { body(element) }
                start = index + 1
            }
        }
    }

    /// Returns the elements of a comma-separated list.
    func list(_ name: Text) -> [Text] {
        var elements: [Text] = []
        forEachElement(of: name) { elements.append(text($0)) }
        return elements
    }

    /// True if a list has a token, in any case.
    func listContains(_ name: Text, _ token: Text) -> Bool {
        var isThere = false
        forEachElement(of: name) { isThere = isThere || matches($0, token) }
        return isThere
    }

    /// True if these bytes are `name`, in any case.
    func matches(_ range: Range<Int>, _ name: Text) -> Bool {
        guard range.count == name.byteCount else { return false }
        var index = range.lowerBound
        for expected in name.utf8 {
            guard bytes[index].asciiLowercased == expected.asciiLowercased else { return false }
            index += 1
        }
        return true
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isOptionalSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// True for a character of a token (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"),
            UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}

extension ArraySlice<UInt8> {
    func trimmingOptionalSpace() -> ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isOptionalSpace }),
            let last = lastIndex(where: { !$0.isOptionalSpace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
