import Foundation
import Testing
import Texts

@testable import Transport

/// These tests feed bytes to the parser and need no socket.
@Suite("Request parser")
struct RequestParserTests {
    /// A head of at most 200 bytes, a body of at most 10.
    private static func parser() -> RequestParser {
        var limits = ListenConfiguration.Limits()
        limits.headBytes = 200
        limits.bodyBytes = 10
        return RequestParser(
            limits: limits, remoteAddress: "192.0.2.1",
            takesChunks: { $0.segments == ["chunks"] })
    }

    /// Feeds `text` to a parser in pieces of `piece` bytes, and describes each outcome by method,
    /// path and body, or by status.
    private static func outcomes(of text: String, piece: Int = .max) -> [String] {
        var parser = parser()
        var outcomes: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let bytes = Array(rest.prefix(piece))
            rest = rest.dropFirst(bytes.count)
            bytes.withUnsafeBytes { parser.append($0) }
            loop: while true {
                switch parser.next() {
                case .incomplete: break loop
                case .continueExpected: outcomes.append("continue")
                case .request(let request):
                    let path = request.segments.map(\.string).joined(separator: "/")
                    let body = String(decoding: request.body, as: UTF8.self)
                    outcomes.append("\(request.method.rawValue) /\(path) \(body)")
                case .opened(let request, let count):
                    outcomes.append("\(request.method.rawValue) of \(count)")
                case .refused(let refusal): return outcomes + ["\(refusal.status)"]
                }
            }
        }
        return outcomes
    }

    private static let three =
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
        + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
        + "\r\nDELETE /c HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "The parser finds the same requests however the bytes are cut",
        arguments: [1, 2, 3, 7, 20, 1000])
    func pieces(piece: Int) {
        #expect(
            Self.outcomes(of: Self.three, piece: piece) == [
                "GET /a ", "POST /b hello", "DELETE /c ",
            ])
    }

    // MARK: Chunks (RFC 9112, section 7.1)

    private static let head =
        "POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    private static let next = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(
        "A chunked body is read whole, and the next request follows it",
        arguments: [
            ("5\r\nhello\r\n0\r\n\r\n", "hello"), ("0\r\n\r\n", ""),
            ("2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello"),
            ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
            ("A\r\n0123456789\r\n00\r\n\r\n", "0123456789"),
            ("005;a=b;c=\"d e\"\r\nhello\r\n0;last\r\n\r\n", "hello"),
            ("5\r\nhello\r\n0\r\nX-Sum: 7\r\nContent-Length: 3\r\n\r\n", "hello"),
            ("5\r\n\r\n0\r\n\r\n0\r\n\r\n", "\r\n0\r\n"),
        ])
    func chunks(body: String, read: String) {
        for piece in [1, 2, 3, 7, 1000] {
            #expect(
                Self.outcomes(of: Self.head + body + Self.next, piece: piece)
                    == ["POST /chunks \(read)", "GET /next "], "in pieces of \(piece)")
        }
    }

    @Test(
        "An ambiguous chunk is refused",
        arguments: [
            "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhello0\r\n\r\n",
            "5\r\nhelloo\r\n0\r\n\r\n", "+5\r\nhello\r\n0\r\n\r\n", "-1\r\n\r\n0\r\n\r\n",
            "0x5\r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
            "\r\nhello\r\n0\r\n\r\n", ";a\r\nhello\r\n0\r\n\r\n", "g\r\nhello\r\n0\r\n\r\n",
            "000000005\r\nhello\r\n0\r\n\r\n", "10000000000000005\r\nhello\r\n",
            "5;a\nb\r\nhello\r\n0\r\n\r\n", "5;a\u{0}\r\nhello\r\n0\r\n\r\n",
            "5\r\nhello\r\n0\r\n\nX: y\r\n\r\n", "5\r\r\nhello\r\n0\r\n\r\n",
        ])
    func badChunks(body: String) {
        for piece in [1, 1000] {
            #expect(Self.outcomes(of: Self.head + body, piece: piece) == ["400"])
        }
    }

    @Test("A chunked body has the usual length limit, and its framing has a limit, too")
    func chunkLimits() {
        #expect(Self.outcomes(of: Self.head + "b\r\n01234567890\r\n0\r\n\r\n") == ["413"])
        #expect(
            Self.outcomes(of: Self.head + "9\r\n012345678\r\n2\r\n9x\r\n0\r\n\r\n") == ["413"])
        #expect(Self.outcomes(of: Self.head + "ffffffff\r\n") == ["413"])
        let long = String(repeating: "a", count: 1030)
        #expect(Self.outcomes(of: Self.head + "1;\(long)\r\n") == ["400"])
        let trailers = String(repeating: "X: y\r\n", count: 300)
        #expect(Self.outcomes(of: Self.head + "0\r\n\(trailers)\r\n") == ["413"])
    }

    @Test(
        "Chunks are refused on other paths, in other versions and with other codings",
        arguments: [
            ("POST /other HTTP/1.1", "Transfer-Encoding: chunked", "411"),
            ("PUT /chunks HTTP/1.1", "Transfer-Encoding: chunked", "411"),
            ("GET /chunks HTTP/1.1", "Transfer-Encoding: chunked", "411"),
            ("POST /chunks HTTP/1.0", "Transfer-Encoding: chunked", "411"),
            ("POST /chunks HTTP/1.1", "Transfer-Encoding: gzip, chunked", "411"),
            ("POST /chunks HTTP/1.1", "Transfer-Encoding: chunked, identity", "411"),
            ("POST /chunks HTTP/1.1", "Transfer-Encoding: xchunked", "411"),
            ("POST /chunks HTTP/1.1", "Transfer-Encoding: \"chunked\"", "411"),
            (
                "POST /chunks HTTP/1.1",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "411"
            ),
            ("POST /chunks HTTP/1.1", "Transfer-Encoding: chunked\r\nContent-Length: 5", "400"),
            ("POST /chunks HTTP/1.1", "Content-Length: 5\r\nTransfer-Encoding: chunked", "400"),
        ])
    func noChunks(line: String, fields: String, status: String) {
        let text = "\(line)\r\nHost: x\r\n\(fields)\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        #expect(Self.outcomes(of: text) == [status])
    }

    @Test("A client that expects 100 Continue gets it before it sends its chunks")
    func chunksExpected() {
        let head = Self.head.replacingOccurrences(
            of: "\r\n\r\n", with: "\r\nExpect: 100-continue\r\n\r\n")
        var parser = Self.parser()
        Array(head.utf8).withUnsafeBytes { parser.append($0) }
        guard case .continueExpected = parser.next(), case .incomplete = parser.next() else {
            Issue.record("it does not go on")
            return
        }
        #expect(parser.progress == .body)
        Array("1\r\nx\r\n0\r\n\r\n".utf8).withUnsafeBytes { parser.append($0) }
        guard case .request(let request) = parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(request.body == Array("x".utf8))
        #expect(parser.progress == .idle)
    }

    @Test("Pieces of every size give the same number of requests")
    func cuts() {
        for cut in 1..<Self.three.utf8.count {
            #expect(Self.outcomes(of: Self.three, piece: cut).count == 3, "cut at \(cut)")
        }
    }

    /// RFC 9112: §3 request line, §5 fields, §6 framing.
    @Test(
        "A malformed head is refused with the matching status",
        arguments: [
            ("GET  /a HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
            ("GET /a HTTP/1.1\nHost: x\r\n\r\n", "400"),
            ("GET /a HTTP/2.0\r\nHost: x\r\n\r\n", "505"),
            ("BREW /a HTTP/1.1\r\nHost: x\r\n\r\n", "501"),
            ("GET /a HTTP/1.1\r\n\r\n", "400"),
            ("GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"),
            ("GET /a HTTP/1.1\r\nHost : x\r\n\r\n", "400"),
            ("GET /a HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", "400"),
            ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
            ("GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
            ("GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
            ("POST /a HTTP/1.1\r\nHost: x\r\n\r\n", "411"),
            ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "411"),
            (
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "400"
            ),
            (
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
                "400"
            ),
            ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"),
            ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", "400"),
            ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", "400"),
            ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n", "413"),
            ("GET /a HTTP/1.1\r\nHost: x\r\nExpect: fire\r\n\r\n", "417"),
        ])
    func malformed(text: String, status: String) {
        #expect(Self.outcomes(of: text) == [status])
        #expect(Self.outcomes(of: text, piece: 1) == [status])
    }

    // The request line and Host take 17 + 9 bytes and the last line 2, which leaves 172 for a
    // field.
    @Test(
        "A head of exactly the maximum length is accepted, and one byte more gets 431",
        arguments: [(0, "GET /a "), (1, "431")])
    func headLimit(over: Int, outcome: String) {
        let line = "GET /a HTTP/1.1\r\nHost: x\r\n"
        let field = "A: " + String(repeating: "b", count: 200 - line.utf8.count - 7 + over) + "\r\n"
        #expect(Self.outcomes(of: line + field + "\r\n") == [outcome])
        #expect(Self.outcomes(of: line + field + "\r\n", piece: 1) == [outcome])
    }

    @Test("An endless head gets 431 as soon as it exceeds the maximum length")
    func endless() {
        let text = "GET /" + String(repeating: "a", count: 196)
        #expect(Self.outcomes(of: String(text.dropLast())) == [])
        #expect(Self.outcomes(of: text) == ["431"])
    }

    @Test("A body of exactly the maximum length is accepted")
    func bodyLimit() {
        let text = "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n0123456789"
        #expect(Self.outcomes(of: text) == ["PUT /a 0123456789"])
    }

    @Test("An expected 100 Continue is sent once, and not if a part of the body is already there")
    func goesOn() {
        let head =
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        #expect(Self.outcomes(of: head) == ["continue"])
        #expect(Self.outcomes(of: head + "ab") == ["POST /a ab"])
        #expect(
            Self.outcomes(of: head + "ab", piece: head.utf8.count) == ["continue", "POST /a ab"])
        #expect(
            Self.outcomes(of: head + "ab", piece: head.utf8.count + 1) == ["POST /a ab"])
    }

    @Test("The parser reports whether a head or a body has begun")
    func progress() {
        var parser = Self.parser()
        func feed(_ text: String) -> RequestParser.Progress {
            Array(text.utf8).withUnsafeBytes { parser.append($0) }
            _ = parser.next()
            return parser.progress
        }
        #expect(parser.progress == .idle)
        #expect(feed("PUT /a HT") == .head)
        #expect(feed("TP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n") == .body)
        #expect(feed("a") == .body)
        #expect(feed("b") == .idle)
    }

    @Test("Bytes after an upgrade request are handed over unchanged")
    func upgrade() throws {
        var parser = Self.parser()
        let head = "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        let bytes = Array(head.utf8) + [0x81, 0x80, 0, 1, 2, 3]
        bytes.withUnsafeBytes { parser.append($0) }
        guard case .request = parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(Array(parser.takeRest()) == [0x81, 0x80, 0, 1, 2, 3])
        #expect(parser.progress == .idle)
    }
}
