/// An HTTP response, with its status, header fields and body. The transport adds Content-Length, Date and Connection.
public struct Response: Sendable {
    public var status: Int
    /// Control characters in a value are sent as spaces.
    public var headers: [(name: String, value: String)]
    /// A large body is sent without a copy. Responses to HEAD, and those with status 204 or 304, are sent
    /// without a body.
    public var body: [UInt8]
    /// The length of the whole body, if it is sent in pieces and the length is known.
    public var length: Int?
    /// True if the client exceeds a limit. If there are many such responses, this one is delayed by one to
    /// two seconds.
    public var slowsDown = false

    public init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Appends the status line and the header fields (RFC 9112 §4).
    func appendHead(to output: inout [UInt8], date: [UInt8], framing: Framing) {
        output.append(contentsOf: "HTTP/1.1 ".utf8)
        output.append(decimal: status)
        output.append(UInt8(ascii: " "))
        output.append(contentsOf: reasonPhrase(of: status).utf8)
        output.append(contentsOf: "\r\nDate: ".utf8)
        output.append(contentsOf: date)
        for (name, value) in headers {
            output.append(contentsOf: "\r\n".utf8)
            output.append(contentsOf: name.utf8)
            output.append(contentsOf: ": ".utf8)
            let isControl = { (byte: UInt8) in byte < 0x20 || byte == 0x7F }
            let start = output.count
            output.append(contentsOf: value.utf8)
            for place in start..<output.count where isControl(output[place]) {
                output[place] = 0x20
            }
        }
        if status >= 200, status != 204, status != 304 {
            switch framing.length {
            case .known:
                output.append(contentsOf: "\r\nContent-Length: ".utf8)
                output.append(decimal: length ?? body.count)
            case .chunked: output.append(contentsOf: "\r\nTransfer-Encoding: chunked".utf8)
            case .untilClose: break
            }
        }
        switch framing.connection {
        case .close: output.append(contentsOf: "\r\nConnection: close".utf8)
        case .keepAlive: output.append(contentsOf: "\r\nConnection: keep-alive".utf8)
        case .unsaid: break
        }
        output.append(contentsOf: "\r\n\r\n".utf8)
    }

    /// True if the body is sent (RFC 9110 §6.4.1).
    func hasBodyOnWire(_ framing: Framing) -> Bool {
        !framing.isHead && status >= 200 && status != 204 && status != 304 && !body.isEmpty
    }

    /// The properties of a response that depend on the request and on the connection.
    struct Framing {
        enum Connection {
            case close
            /// Sent to an HTTP/1.0 client that asked for it.
            case keepAlive
            /// The default of HTTP/1.1, which is not sent.
            case unsaid
        }
        /// The way in which the client detects the end of the body.
        enum Length {
            case known
            /// The length of each piece is sent before it (RFC 9112 §7.1).
            case chunked
            /// For HTTP/1.0, which does not know chunks.
            case untilClose
        }
        var isHead = false
        var isHTTP10 = false
        var connection = Connection.unsaid
        var length = Length.known

        /// Sets the framing for a body of unknown length.
        mutating func makeOpenEnded() {
            length = isHTTP10 ? .untilClose : .chunked
            if isHTTP10 { connection = .close }
        }

        /// Returns a piece of a body with its framing.
        func onWire(_ piece: BodyPiece) -> [UInt8] {
            switch (piece, length) {
            case (.failed, _): return []
            case (.next(let bytes), .known), (.next(let bytes), .untilClose),
                (.last(let bytes), .known), (.last(let bytes), .untilClose):
                return bytes
            case (.next(let bytes), .chunked): return Self.chunk(bytes)
            case (.last(let bytes), .chunked):
                return (bytes.isEmpty ? [] : Self.chunk(bytes)) + Array("0\r\n\r\n".utf8)
            }
        }

        private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
            var chunk = Array(String(bytes.count, radix: 16).utf8)
            chunk.reserveCapacity(bytes.count + chunk.count + 9)
            chunk += [13, 10]
            chunk += bytes
            chunk += [13, 10]
            return chunk
        }
    }
}

extension Response.Framing {
    /// The framing of the response to a request, which also decides if the connection is kept.
    init(for request: Request) {
        self.init(isHead: request.method == .head, isHTTP10: request.head.isHTTP10)
        if !request.head.keepsAlive {
            connection = .close
        } else if request.head.isHTTP10 {
            connection = .keepAlive
        }
    }
}

private func reasonPhrase(of status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    // A reason phrase may be empty (RFC 9112 §4).
    default: ""
    }
}

extension [UInt8] {
    mutating func append(decimal number: Int) {
        guard number >= 10 else {
            append(UInt8(ascii: "0") + UInt8(number))
            return
        }
        append(decimal: number / 10)
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
