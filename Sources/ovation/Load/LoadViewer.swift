import Foundation

/// One viewer of a load test, which counts frames and records their delays.
final class LoadViewer {
    let connection: LoadConnection
    let handshake: String
    private(set) var frames = 0
    private(set) var bytes = 0
    /// The arrival time of each frame, less its room time, in milliseconds.
    private(set) var delays: [Double] = []
    private(set) var isClosed = false
    /// True while frames are counted.
    var isCounting = false
    private var isOpen = false
    private var time: UInt64 = 0

    init(_ connection: LoadConnection, room: Int, isBinary: Bool, key: String?) {
        self.connection = connection
        handshake =
            "GET /v1/rooms/load-\(room)/stream HTTP/1.1\r\nHost: \(connection.authority)\r\n"
            + LoadConnection.field(of: key) + "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQhIQ==\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: "
            + (isBinary ? "ovation.v1.binary" : "ovation.v1.json") + "\r\n\r\n"
    }

    /// Reads the bytes received by `now`, in seconds; false once the connection has ended. Throws if the
    /// server refuses the stream.
    func receive(at now: Double) throws -> Bool {
        let isAlive = connection.receive()
        if !isOpen { try open() }
        if isOpen { takeMessages(at: now) }
        if !isAlive { isClosed = true }
        return isAlive
    }

    private func open() throws {
        let end = Array("\r\n\r\n".utf8)
        guard
            let place = connection.input.indices.first(where: {
                connection.input[$0...].starts(with: end)
            })
        else { return }
        let head = String(decoding: connection.input[..<place], as: UTF8.self)
        guard head.hasPrefix("HTTP/1.1 101 ") else {
            throw LoadError.refused(String(head.prefix { $0 != "\r\n" }))
        }
        connection.input.removeFirst(place + end.count)
        isOpen = true
    }

    /// Reads frames in the form of RFC 6455, section 5.2. The frames of a server are not masked.
    private func takeMessages(at now: Double) {
        var rest = connection.input[...]
        while rest.count >= 2 {
            let first = rest.startIndex
            var (count, head) = (Int(rest[first + 1] & 127), 2)
            if count >= 126 {
                head = count == 126 ? 4 : 10
                guard rest.count >= head else { break }
                count = rest[(first + 2)..<(first + head)].reduce(0) { $0 << 8 | Int($1) }
            }
            guard rest.count >= head + count else { break }
            read(rest[(first + head)..<(first + head + count)], rest[first] & 15, at: now)
            rest = rest.dropFirst(head + count)
        }
        connection.input.removeFirst(connection.input.count - rest.count)
    }

    private func read(_ payload: ArraySlice<UInt8>, _ opcode: UInt8, at now: Double) {
        switch opcode {
        case 1:
            guard payload.starts(with: #"{"type":"frame","#.utf8) else { return }
            readTime(inText: payload)
        case 2: readTime(inBinary: payload)
        case 9: return connection.send(pong(payload))
        default: return
        }
        guard isCounting else { return }
        frames += 1
        bytes += payload.count
        delays.append(now * 1000 - Double(time) / 1000)
    }

    /// Returns a pong, without which the server would regard the viewer as gone. A client's frame must be
    /// masked; this mask is zeros.
    private func pong(_ payload: ArraySlice<UInt8>) -> [UInt8] {
        [0x8A, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
    }

    private func readTime(inText payload: ArraySlice<UInt8>) {
        let head = String(decoding: payload.prefix(80), as: UTF8.self)
        guard let key = head.range(of: #""time":"#) else { return }
        time = UInt64(head[key.upperBound...].prefix { $0.isNumber }) ?? time
    }

    /// Reads the time in the form of `docs/binary.md`: a full frame has its number and its time, and a delta
    /// has three steps.
    private func readTime(inBinary payload: ArraySlice<UInt8>) {
        var rest = payload
        let isFull = rest.popFirst() == 0x10
        var numbers: [UInt64] = []
        while numbers.count < (isFull ? 2 : 3) {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 127) << shift
                shift += 7
                if byte < 128 { break }
            }
            numbers.append(value)
        }
        time = isFull ? numbers[1] : time + numbers[2]
    }
}
