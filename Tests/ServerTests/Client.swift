import Glibc
import TestSupport
import Testing
import Texts
import Wire

@testable import Access

/// A connection to a server, for HTTP requests in sequence or for a WebSocket.
final class Client {
    struct Answer {
        let status: Int
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSON { (try? JSON(parsing: body)) ?? .null }
    }

    /// The connection was refused.
    struct Refused: Error {
        let code: Int32
    }

    /// The server stays alive as long as a client exists.
    private let server: LiveServer
    private let descriptor: Int32
    private var input: [UInt8] = []

    /// `receivedBytes` limits what the kernel receives before the client reads it.
    init(_ server: LiveServer, receivedBytes: Int32? = nil) throws {
        self.server = server
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receivedBytes {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &receivedBytes,
                socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Refused(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    // MARK: HTTP

    func get(_ path: String, _ fields: String...) throws -> Answer {
        try ask("GET", path, nil, fields)
    }

    func post(_ path: String, _ body: String, _ fields: String...) throws -> Answer {
        try ask("POST", path, body, fields)
    }

    /// Sends a request whose body, if any, is JSON unless `fields` name another type.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, host: String = "localhost",
        _ fields: [String] = []
    ) throws -> Answer {
        send(method, path, body, host: host, fields)
        return try answer(hasBody: method != "HEAD")
    }

    /// Sends a request without waiting for the answer.
    func send(
        _ method: String, _ path: String, _ body: String?, host: String = "localhost",
        _ fields: [String] = []
    ) {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + fields
        if let body, !fields.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
            lines.append("Content-Type: application/json")
            lines.append("Content-Length: \(body.utf8.count)")
        } else {
            lines.append("Content-Length: \(body?.utf8.count ?? 0)")
        }
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8))
    }

    func answer(hasBody: Bool = true) throws -> Answer {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try take(1) }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let status = try #require(Int(lines[0].split(separator: " ")[1]))
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        var body: [UInt8] = []
        if hasBody, status >= 200, status != 304 {
            body =
                fields["transfer-encoding"] == "chunked" ? try takeChunks() : try take(length)
        }
        return Answer(status: status, fields: fields, body: body)
    }

    /// A chunked body (RFC 9112 §7.1).
    private func takeChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            var line: [UInt8] = []
            while line.last != 10 { line += try take(1) }
            let count = try #require(
                Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16))
            body += try take(count)
            try #require(try take(2) == [13, 10])
            if count == 0 { return body }
        }
    }

    // MARK: WebSocket (RFC 6455)

    enum Received: Equatable {
        case text(String)
        case closed(Int?)
        case other(UInt8)
    }

    func upgrade(
        _ path: String, _ fields: String..., host: String = "localhost"
    ) throws -> Answer {
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: \(host)", "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ] + fields
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        return try answer()
    }

    func say(_ text: String) {
        sendFrame(opcode: 1, Array(text.utf8))
    }

    func sendFrame(opcode: UInt8, _ payload: [UInt8]) {
        let count = payload.count
        let length: [UInt8] =
            count < 126
            ? [0x80 | UInt8(count)] : [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        send(
            [0x80 | opcode] + length + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// The next message except pings.
    func hearAny() throws -> Received {
        while true {
            let head = try take(2)
            var length = Int(head[1] & 0x7F)
            if length == 126 { length = try take(2).reduce(0) { $0 << 8 | Int($1) } }
            if length == 127 { length = try take(8).reduce(0) { $0 << 8 | Int($1) } }
            let payload = try take(length)
            switch head[0] & 15 {
            case 1: return .text(String(decoding: payload, as: UTF8.self))
            case 8:
                return .closed(payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1]))
            case 9: continue
            case let opcode: return .other(opcode)
            }
        }
    }

    /// The next message or close, except heartbeats, which may arrive at any time on a busy machine.
    func hear() throws -> Received {
        while true {
            let received = try hearAny()
            if received != .text(#"{"type":"beat"}"#) { return received }
        }
    }

    /// The next JSON message except heartbeats.
    func message() throws -> JSON {
        let received = try hear()
        guard case .text(let text) = received else { throw Unexpected(received: received) }
        return try JSON(parsing: Array(text.utf8))
    }

    struct Unexpected: Error {
        let received: Received
    }

    // MARK: Bytes

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for input on this connection or on `other`; returns whether it came on this one.
    func hasInput(by other: Client) -> Bool {
        var ready = [descriptor, other.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&ready, 2, Int32(patience * 1000))
        return ready[0].revents != 0
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while input.count < count {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&ready, 1, Int32(patience * 1000)) > 0, "nothing came")
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let length = recv(descriptor, &buffer, buffer.count, 0)
            try #require(length > 0, "closed after \(input.count) of \(count) bytes")
            input += buffer[..<length]
        }
        defer { input.removeFirst(count) }
        return Array(input[..<count])
    }
}
