import Texts

/// Parses the request line and the header fields of an HTTP request, and refuses malformed ones.
///
/// It is strict wherever RFC 9112 allows that: it refuses heads that two programs could read in two ways, because
/// request smuggling uses such heads.
extension RequestHead {
    private static let lineFeed = UInt8(ascii: "\n")

    /// Parses a head, from its first byte through the empty line.
    static func parse(_ bytes: [UInt8]) throws(RequestError) -> RequestHead {
        var head = RequestHead(bytes: bytes)
        var line = head.line(from: 0)
        try head.parseRequestLine(line)
        line = head.line(from: line.upperBound + 2)
        var facts = Facts()
        while !line.isEmpty {
            let field = try head.parseField(line)
            head.fields.append(field)
            try facts.note(field, of: head)
            line = head.line(from: line.upperBound + 2)
        }
        try head.conclude(facts)
        return head
    }

    /// Returns the line at `start`. The request parser has checked that each line ends with CR LF.
    private func line(from start: Int) -> Range<Int> {
        var end = start
        while bytes[end] != Self.lineFeed { end += 1 }
        return start..<end - 1
    }

    private mutating func parseRequestLine(_ line: Range<Int>) throws(RequestError) {
        guard let first = bytes[line].firstIndex(of: UInt8(ascii: " ")),
            let last = bytes[line].lastIndex(of: UInt8(ascii: " ")), last > first + 1
        else { throw .badRequest("the request line is malformed") }
        try parseVersion(last + 1..<line.upperBound)
        let name = line.lowerBound..<first
        guard !name.isEmpty, bytes[name].allSatisfy(\.isTokenCharacter) else {
            throw .badRequest("the method is malformed")
        }
        guard let method = Request.Method(bytes[name]) else {
            throw RequestError(status: 501, detail: "the method \(text(name)) is not implemented")
        }
        self.method = method
        try parseTarget(first + 1..<last)
    }

    private mutating func parseVersion(_ range: Range<Int>) throws(RequestError) {
        let version = bytes[range]
        let start = range.lowerBound
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[start + 5].isDigit,
            version[start + 6] == UInt8(ascii: "."), version[start + 7].isDigit
        else { throw .badRequest("the HTTP version is malformed") }
        guard version[start + 5] == UInt8(ascii: "1") else {
            throw RequestError(status: 505, detail: "only HTTP/1.1 and HTTP/1.0 are spoken here")
        }
        isHTTP10 = version[start + 7] == UInt8(ascii: "0")
    }

    private mutating func parseTarget(_ target: Range<Int>) throws(RequestError) {
        guard bytes[target].allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .badRequest("the target holds a character that is not allowed in one")
        }
        if method == .options, bytes[target].elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) {
            path = target
            segments = ["*"]
            return
        }
        let start = try pathStart(target)
        let mark = bytes[start..<target.upperBound].firstIndex(of: UInt8(ascii: "?"))
        path = start..<(mark ?? target.upperBound)
        query = mark.map { $0 + 1..<target.upperBound }
        segments = try parseSegments()
        queryItems = try parseQuery()
    }

    /// Returns the start of the path in a target. The absolute form, `http://host/path`, has to be supported
    /// too, and its host has priority over the field's (RFC 9112 §3.2.2).
    private mutating func pathStart(_ target: Range<Int>) throws(RequestError) -> Int {
        if bytes[target.lowerBound] == UInt8(ascii: "/") { return target.lowerBound }
        let scheme: Text = "http://"
        let rest = target.lowerBound + scheme.byteCount
        guard rest < target.upperBound, matches(target.lowerBound..<rest, scheme),
            let slash = bytes[rest..<target.upperBound].firstIndex(of: UInt8(ascii: "/")),
            slash > rest
        else { throw .badRequest("the target is neither a path nor an http URI with one") }
        authority = Authority(bytes[rest..<slash])
        guard authority != nil else { throw .badRequest("the target's host is malformed") }
        return slash
    }

    private func parseSegments() throws(RequestError) -> [Text] {
        guard path.count > 1 else { return [] }
        var segments: [Text] = []
        var start = path.lowerBound + 1
        for index in start...path.upperBound
        where index == path.upperBound || bytes[index] == UInt8(ascii: "/") {
            guard let segment = percentDecoded(bytes[start..<index], plusIsSpace: false) else {
                throw .badRequest("the path is not well percent-encoded UTF-8")
            }
            segments.append(segment)
            start = index + 1
        }
        return segments
    }

    private func parseQuery() throws(RequestError) -> [(name: Text, value: Text)] {
        guard let query else { return [] }
        var items: [(name: Text, value: Text)] = []
        for item in bytes[query].split(separator: UInt8(ascii: "&")) {
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            guard let name = percentDecoded(item[..<equals], plusIsSpace: true),
                let value = percentDecoded(item[equals...].dropFirst(), plusIsSpace: true)
            else { throw .badRequest("the query is not well percent-encoded UTF-8") }
            items.append((name, value))
        }
        return items
    }

    private func parseField(_ line: Range<Int>) throws(RequestError) -> Field {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound,
            bytes[line.lowerBound..<colon].allSatisfy(\.isTokenCharacter)
        else { throw .badRequest("a header field is malformed") }
        let value = bytes[colon + 1..<line.upperBound].trimmingOptionalSpace()
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw .badRequest("a header field's value holds a control character")
        }
        return Field(name: line.lowerBound..<colon, value: value.startIndex..<value.endIndex)
    }
}

/// The facts in the header fields about the message's framing and about the connection.
private struct Facts {
    var hosts = 0
    var host: Range<Int>?
    var lengths = 0
    var codings = 0
    var coding: Range<Int>?
    var length: Int?
    var connection = false
    var expectation: Range<Int>?
    var upgrade = false

    mutating func note(_ field: RequestHead.Field, of head: RequestHead) throws(RequestError) {
        switch field.name.count {
        case 4 where head.matches(field.name, "host"):
            hosts += 1
            host = field.value
        case 6 where head.matches(field.name, "expect"): expectation = field.value
        case 7 where head.matches(field.name, "upgrade"): upgrade = true
        case 10 where head.matches(field.name, "connection"): connection = true
        case 14 where head.matches(field.name, "content-length"):
            lengths += 1
            length = try Self.length(head.bytes[field.value])
        case 17 where head.matches(field.name, "transfer-encoding"):
            codings += 1
            coding = field.value
        default: break
        }
    }

    private static func length(_ digits: ArraySlice<UInt8>) throws(RequestError) -> Int {
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            throw .badRequest("Content-Length is not a whole number")
        }
        var length = 0
        for digit in digits {
            let (tenfold, overflows) = length.multipliedReportingOverflow(by: 10)
            let (sum, carries) = tenfold.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            guard !overflows, !carries else { throw .badRequest("Content-Length is too large") }
            length = sum
        }
        return length
    }
}

extension RequestHead {
    private mutating func conclude(_ facts: Facts) throws(RequestError) {
        guard facts.hosts == 1 || facts.hosts == 0 && isHTTP10 else {
            throw .badRequest("a request has one Host field")
        }
        if let host = facts.host {
            guard let named = Authority(bytes[host]) else {
                throw .badRequest("Host is not a host with or without a port")
            }
            authority = authority ?? named
        }
        guard facts.lengths <= 1 else { throw .badRequest("Content-Length is repeated") }
        guard facts.codings == 0 || facts.lengths == 0 else {
            throw .badRequest("Content-Length and Transfer-Encoding exclude each other")
        }
        if let coding = facts.coding {
            guard facts.codings == 1, method == .post, !isHTTP10, matches(coding, "chunked") else {
                throw .chunksNotTaken
            }
            isChunked = true
        }
        let needsLength = method == .post || method == .put || method == .patch
        guard facts.length != nil || isChunked || !needsLength else {
            throw RequestError(status: 411, detail: "\(method.rawValue) needs Content-Length")
        }
        contentLength = facts.length
        if let expectation = facts.expectation {
            guard matches(expectation, "100-continue") else {
                throw RequestError(status: 417, detail: "the only expectation met is 100-continue")
            }
            expectsContinue = !isHTTP10
        }
        let asksForUpgrade = facts.connection && listContains("connection", "upgrade")
        keepsAlive = !isHTTP10
        if facts.connection {
            keepsAlive =
                isHTTP10
                ? listContains("connection", "keep-alive") : !listContains("connection", "close")
        }
        // Other upgrades, such as h2c, are declined by answering in HTTP/1.1 (RFC 9110 §7.8).
        asksForWebSocket =
            facts.upgrade && asksForUpgrade && method == .get && !isHTTP10
            && listContains("upgrade", "websocket")
    }
}

extension Request.Method {
    /// Nil if no method has this name.
    fileprivate init?(_ name: ArraySlice<UInt8>) {
        // The most frequent methods first.
        if name.elementsEqual("POST".utf8) {
            self = .post
        } else if name.elementsEqual("GET".utf8) {
            self = .get
        } else if name.elementsEqual("PUT".utf8) {
            self = .put
        } else {
            self.init(word: Text(decoding: name))
        }
    }
}

extension RequestError {
    static let chunksNotTaken = RequestError(
        status: 411, detail: "a body needs Content-Length: chunks are not taken here")

    static func badRequest(_ detail: String) -> RequestError {
        RequestError(status: 400, detail: detail)
    }
}

/// Decodes percent-encoded UTF-8; nil if an escape is incomplete, or if the result is not UTF-8.
func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> Text? {
    var index = bytes.startIndex
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    while index < bytes.endIndex {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "+"), plusIsSpace {
            decoded.append(UInt8(ascii: " "))
        } else if byte != UInt8(ascii: "%") {
            decoded.append(byte)
        } else {
            guard index + 1 < bytes.endIndex, let high = bytes[index].hexadecimalValue,
                let low = bytes[index + 1].hexadecimalValue, high | low != 0
            else { return nil }
            decoded.append(high << 4 | low)
            index += 2
        }
    }
    return Text(validating: decoded[...])
}

extension UInt8 {
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
