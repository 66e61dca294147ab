import Foundation
import Glibc
import Logging
import Server
import Synchronization

extension Target {
    /// Sends the bytes on a connection to a whole server.
    static let server = Target("server", seeds: Samples.requests) { bytes in
        Service.shared.converse(bytes)
    }

    /// Sends WebSocket frames made from the bytes, or the raw bytes, on an open stream.
    static let stream = Target("stream", seeds: Frames.seeds) { bytes in
        Service.shared.converse(Array(Samples.handshake.utf8) + Frames.made(of: bytes))
    }
}

/// A server on a thread of its own, which must survive all input.
private final class Service: Sendable {
    static let shared = Service()
    private let port: UInt16

    private init() {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-fuzz-\(getpid())")
        let web = directory.appendingPathComponent("web/overlay")
        let started = DispatchSemaphore(value: 0)
        let port = Atomic<UInt16>(0)
        let shared = Shared(port)
        do {
            try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
            try Data("page".utf8).write(to: web.appendingPathComponent("index.html"))
        } catch {
            fatalError("\(error)")
        }
        Thread {
            var configuration = ServerConfiguration(
                webDirectory: directory.appendingPathComponent("web"),
                dataDirectory: directory.appendingPathComponent("data").path)
            configuration.port = 0
            configuration.maxRooms = 50
            let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
            do {
                let server = try Server(configuration, logger: logger)
                shared.value.store(server.port, ordering: .releasing)
                started.signal()
                try server.run()
            } catch {
                fatalError("\(error)")
            }
            fatalError("the server went down")
        }.start()
        started.wait()
        self.port = shared.value.load(ordering: .acquiring)
    }

    private final class Shared<Value: ~Copyable & Sendable>: Sendable {
        let value: Value
        init(_ value: consuming Value) { self.value = value }
    }

    /// Sends the bytes, and reads the answer until the server closes or is silent for a moment.
    func converse(_ bytes: [UInt8]) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // A reset ends the connection, so that no port stays in use.
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
        var patience = timeval(tv_sec: 0, tv_usec: 20_000)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout.size(ofValue: patience)))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // libFuzzer's alarm may interrupt the call, and other processes may have taken all ports.
        guard connected == 0 else {
            precondition([EINTR, EADDRNOTAVAIL].contains(errno), "it takes no connection")
            return
        }
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        var answer = [UInt8](repeating: 0, count: 65536)
        while recv(descriptor, &answer, answer.count, 0) > 0 {}
    }
}

/// WebSocket frames of a client (RFC 6455 §5.2), valid or not.
private enum Frames {
    static let seeds = messages + oddities

    private static let messages = Samples.messages.map { text in
        [0x81, UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private static let oddities: [[UInt8]] = [
        // Fragments with a ping between them, a close, binary, pongs, reserved bits, lengths.
        [0x01, 3, 0x7B, 0x22, 0x61, 0x89, 1, 0, 0x80, 3, 0x22, 0x3A, 0x31],
        [0x88, 2, 3, 0xE8], [0x82, 1, 0], [0x8A, 0], [0xC1, 0], [0x81, 126, 0, 4, 1, 2, 3, 4],
        [0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255],
    ]

    /// Makes masked frames: repeatedly takes a head, a length, and as many bytes of payload. If the first byte is
    /// 0xFF, returns the rest unchanged.
    static func made(of bytes: [UInt8]) -> [UInt8] {
        if bytes.first == 0xFF { return Array(bytes.dropFirst()) }
        var rest = bytes
        var frames: [UInt8] = []
        while rest.count >= 2 {
            frames.append(rest.takeFirst())
            let length = rest.takeFirst()
            frames.append(length | 0x80)
            let extent = length & 127 == 126 ? 2 : length & 127 == 127 ? 8 : 0
            for _ in 0..<extent { frames.append(rest.takeFirst()) }
            let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
            frames += mask
            let payload = rest.prefix(Int(length & 127))
            for (index, byte) in payload.enumerated() { frames.append(byte ^ mask[index % 4]) }
            rest.removeFirst(payload.count)
        }
        return frames
    }
}
