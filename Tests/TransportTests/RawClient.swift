import Glibc
import Testing
import Texts
import Transport

/// A client that writes and reads raw bytes, so that a test controls everything on the wire.
final class RawClient {
    struct Answer {
        var status: Int
        var fields: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Frame: Equatable {
        var opcode: UInt8
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        var closeCode: Int? {
            opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }
    }

    struct Refused: Error {
        var code: Int32
    }

    private let descriptor: Int32
    private var input: [UInt8] = []
    private(set) var isAtEnd = false

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Refused(code: errno) }
    }

    /// Connects to a socket in the file system.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        try Self.call(connect, descriptor, path)
    }

    /// Binds a socket in the file system.
    static func bind(_ descriptor: Int32, to path: String) throws {
        try call(Glibc.bind, descriptor, path)
    }

    private static func call(
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
        _ path: String
    ) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { throw Refused(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends all bytes, or stops early if the other side has closed.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress! + sent,
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Waits until the kernel of the server has acknowledged all sent bytes and can hand them over.
    func waitUntilDelivered() {
        let end = LoopTimer.now + UInt64(patience * 1e9)
        var unacknowledged: Int32 = 1
        while unacknowledged > 0, LoopTimer.now < end {
            guard ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 else { return }
            if unacknowledged > 0 { usleep(500) }
        }
    }

    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Waits for at least one byte or the end, and reads all bytes that are there.
    @discardableResult
    func receive(within seconds: Double = patience) throws -> Int {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&ready, 1, Int32(seconds * 1000))
        try #require(count > 0, "nothing came within \(seconds) s")
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let length = recv(descriptor, &buffer, buffer.count, 0)
        guard length > 0 else {
            isAtEnd = true
            return 0
        }
        input += buffer[..<length]
        return length
    }

    /// Whether no byte and no end arrives.
    func isSilent(forSeconds seconds: Double) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, Int32(seconds * 1000)) == 0
    }

    func waitForEnd() throws {
        while !isAtEnd { try receive() }
    }

    /// Returns all bytes until the other side closes.
    func readToEnd() throws -> String {
        try waitForEnd()
        return String(decoding: input, as: UTF8.self)
    }

    func answer(to method: String = "GET") throws -> Answer {
        let head = try read(until: Array("\r\n\r\n".utf8))
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let status = try #require(Int(lines[0].split(separator: " ")[1]))
        let length = fields["content-length"].flatMap { Int($0) } ?? 0
        let hasBody = method != "HEAD" && status >= 200 && status != 304
        let isChunked = fields["transfer-encoding"] == "chunked"
        return Answer(
            status: status,
            fields: fields,
            body: !hasBody ? [] : isChunked ? try readChunks() : try read(length)
        )
    }

    /// Reads a chunked body (RFC 9112 §7.1).
    private func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let line = String(decoding: try read(until: [13, 10]).dropLast(2), as: UTF8.self)
            let count = try #require(Int(line, radix: 16))
            body += try read(count)
            try #require(try read(2) == [13, 10])
            if count == 0 { return body }
        }
    }

    func read(_ count: Int) throws -> [UInt8] {
        while input.count < count {
            try #require(!isAtEnd, "closed after \(input.count) of \(count) bytes")
            try receive()
        }
        defer { input.removeFirst(count) }
        return Array(input[..<count])
    }

    private func read(until end: [UInt8]) throws -> [UInt8] {
        while true {
            let found = input.indices.first { input[$0...].starts(with: end) }
            if let found { return try read(found + end.count) }
            try #require(!isAtEnd, "closed in the middle of a head")
            try receive()
        }
    }
}

extension RawClient {
    func upgrade(_ path: String = "/room", fields: String = "") throws -> Answer {
        send(
            "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
                + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n"
        )
        return try answer()
    }

    func sendFrame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) {
        send(Self.frame(opcode, payload, isFinal: isFinal))
    }

    /// A masked frame (RFC 6455 §5.2).
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var frame = [(isFinal ? 0x80 : 0) | opcode]
        if payload.count < 126 {
            frame.append(0x80 | UInt8(payload.count))
        } else {
            frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        frame += mask
        frame += payload.enumerated().map { $1 ^ mask[$0 & 3] }
        return frame
    }

    func frame() throws -> Frame {
        let head = try read(2)
        var length = Int(head[1] & 0x7F)
        if length == 126 {
            length = try read(2).reduce(0) { $0 << 8 | Int($1) }
        } else if length == 127 {
            length = try read(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(opcode: head[0] & 15, payload: try read(length))
    }
}
