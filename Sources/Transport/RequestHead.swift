/// Why a request is not given to the handler.
struct Refusal: Error, Equatable {
    var status: Int
    var detail: String
}

/// A request line and its header fields: the bytes and where things lie in them.
struct RequestHead: Sendable {
    struct Field: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    let bytes: [UInt8]
    var method = Request.Method.get
    var path = 0..<0
    var query: Range<Int>?
    var segments: [String] = []
    var queryItems: [(name: String, value: String)] = []
    var fields: [Field] = []
    /// Nil only where a request of HTTP/1.0 names none.
    var authority: Authority?

    var contentLength: Int?
    var keepsAlive = true
    var isHTTP10 = false
    var expectsContinue = false
    var asksForWebSocket = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func header(_ name: String) -> String? {
        var joined: String?
        for field in fields where matches(field.name, name) {
            let value = text(field.value)
            joined = joined.map { $0 + ", " + value } ?? value
        }
        return joined
    }

    /// The elements of a comma-separated list, over all fields of the name (RFC 9110 §5.6.1).
    func list(_ name: String) -> [String] {
        var elements: [String] = []
        for field in fields where matches(field.name, name) {
            for element in bytes[field.value].split(separator: UInt8(ascii: ",")) {
                let trimmed = element.trimmingOptionalSpace()
                if !trimmed.isEmpty {
                    elements.append(String(decoding: trimmed, as: UTF8.self))
                }
            }
        }
        return elements
    }

    func listContains(_ name: String, _ token: String) -> Bool {
        list(name).contains { $0.lowercased() == token }
    }

    func matches(_ range: Range<Int>, _ name: String) -> Bool {
        guard range.count == name.utf8.count else { return false }
        var index = range.lowerBound
        for expected in name.utf8 {
            guard bytes[index].lowercased == expected.lowercased else { return false }
            index += 1
        }
        return true
    }
}

extension UInt8 {
    var lowercased: UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
    }

    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isOptionalSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// A character of a token (RFC 9110 §5.6.2).
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
        var slice = self
        while let first = slice.first, first.isOptionalSpace { slice.removeFirst() }
        while let last = slice.last, last.isOptionalSpace { slice.removeLast() }
        return slice
    }
}
