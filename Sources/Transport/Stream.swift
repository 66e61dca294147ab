import CLibwebsockets
import Glibc

/// A WebSocket connection.
public final class Stream {
    /// The request that opened it.
    public let request: Request
    public let subprotocol: String?
    /// The owner's.
    public var context: AnyObject?

    private let socket: Socket

    init(loop: EventLoop, handshake: Handshake) {
        request = handshake.request
        subprotocol = handshake.subprotocol
        socket = Socket(loop: loop)
        socket.stream = self
    }

    func bind(to wsi: OpaquePointer) {
        socket.bind(to: wsi)
    }

    /// Whether it still takes messages: not from `close` on, nor after `closed`.
    public var isOpen: Bool { socket.wsi != nil && socket.closing == nil && !socket.isEnding }

    /// Sends a message now, or returns false and sends nothing where the message before has not yet
    /// gone out whole. At most that one message waits, and never more than a few kilobytes unsent.
    public func send(_ message: Message) -> Bool {
        guard isOpen, let wsi = socket.wsi else { return false }
        // What the library keeps goes out before anything else: a message of ours would come in
        // the middle of it.
        guard lws_partial_buffered(wsi) == 0 else { return false }
        return message.withFrame { bytes, count in
            let sent = Glibc.send(
                socket.descriptor, bytes, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            if sent == count { return true }
            if sent < 0 { return errno == EAGAIN ? false : hangUp() }
            // As a write of HTTP's the rest goes out as it is, when the socket takes it.
            guard lws_write(wsi, bytes + sent, count - sent, LWS_WRITE_HTTP) >= 0 else {
                return hangUp()
            }
            socket.awaitOutput()
            // Where a connection ends in the midst of a frame, the library would read its end for
            // ever.
            socket.takesInput = false
            return true
        }
    }

    private func hangUp() -> Bool {
        socket.hangUp()
        return false
    }

    /// Has the handler's `writable` called once the stream takes a message again.
    public func notifyWhenWritable() {
        guard isOpen else { return }
        socket.isAwaited = true
        socket.awaitOutput()
    }

    /// Pings a client that has been silent for long, and hangs up on one that is so still.
    func checkPulse(now: UInt64) {
        guard isOpen else { return }
        let silence = now - min(now, socket.heardNanoseconds)
        if silence >= socket.loop.configuration.timeouts.hangUp.nanoseconds {
            socket.hangUp()
        } else if silence >= socket.pingNanoseconds, !socket.isPinged {
            socket.isPinged = send(socket.loop.ping)
        }
    }

    /// Closes with a code of RFC 6455 §7.4 and a reason of at most 123 bytes; what was sent before
    /// goes out first, for at most five seconds.
    public func close(code: UInt16, reason: String = "") {
        guard isOpen, let wsi = socket.wsi else { return }
        socket.closing = (code, Stream.shortened(reason))
        // Little follows, and a viewer that does not read is to find it once it does.
        Stream.limitUnsent(of: wsi, to: Int32.max)
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, 5)
        socket.awaitOutput()
    }

    private final class Socket: Endpoint {
        /// The stream as long as the library has the socket.
        var stream: Stream?
        var closing: (code: UInt16, reason: [UInt8])?
        var isAwaited = false
        private(set) var heardNanoseconds = LoopTimer.now
        var isPinged = false
        private var peerCode: UInt16?
        private var incoming: [UInt8] = []

        /// The silence after which it is pinged: from three quarters of what is configured on, different
        /// for different streams, so that those that came together are not pinged together.
        var pingNanoseconds: UInt64 {
            let quarter = loop.configuration.timeouts.ping.nanoseconds / 4
            return 3 * quarter + quarter / 16 * UInt64(descriptor % 16)
        }

        override func handle(
            _ reason: lws_callback_reasons,
            _ bytes: UnsafeMutableRawBufferPointer
        ) -> Int32 {
            switch reason {
            case LWS_CALLBACK_RECEIVE:
                noteHeard()
                receive(bytes)
            case LWS_CALLBACK_RECEIVE_PONG:
                noteHeard()
            case LWS_CALLBACK_SERVER_WRITEABLE:
                return becomeWritable()
            case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
                peerCode = bytes.count >= 2 ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : 1005
            default:
                break
            }
            return 0
        }

        override func released() {
            guard let stream else { return }
            self.stream = nil
            loop.remove(stream)
            loop.handler.closed(stream, code: peerCode ?? closing?.code)
        }

        private func noteHeard() {
            heardNanoseconds = LoopTimer.now
            isPinged = false
        }

        private func becomeWritable() -> Int32 {
            guard let wsi, let stream else { return 0 }
            takesInput = true
            if var closing {
                let code = lws_close_status(rawValue: UInt32(closing.code))
                lws_close_reason(wsi, code, &closing.reason, closing.reason.count)
                return -1
            }
            guard isAwaited else { return 0 }
            isAwaited = false
            loop.handler.writable(stream)
            return 0
        }

        private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
            guard closing == nil, let wsi, let stream else { return }
            if lws_is_first_fragment(wsi) != 0 { incoming.removeAll(keepingCapacity: true) }
            let limit = loop.configuration.limits.messageBytes
            // A client may announce 2^63 bytes: nothing is added to what it says.
            let room = limit - incoming.count - bytes.count
            guard room >= 0, lws_remaining_packet_payload(wsi) <= room else {
                stream.close(code: 1009, reason: "a message has at most \(limit) bytes")
                return
            }
            incoming.append(contentsOf: bytes)
            guard lws_is_final_fragment(wsi) != 0 else { return }
            let message = incoming
            incoming = []
            if lws_frame_is_binary(wsi) != 0 {
                loop.handler.received(stream, binary: message)
            } else {
                loop.handler.received(stream, text: message)
            }
        }
    }
}

extension Stream {
    /// As much of a reason as goes into a close frame, 123 bytes, in whole characters: what is cut
    /// within one is not the UTF-8 that RFC 6455 §5.5.1 asks for.
    private static func shortened(_ reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= 123 else { break }
            bytes += character.utf8
        }
        return bytes
    }

    /// Has a viewer that stops reading show within a few kilobytes: the socket's own buffer would
    /// hide it for seconds.
    static func limitUnsent(of wsi: OpaquePointer, to bytes: Int32 = 4096) {
        SocketAddress.setOption(
            lws_get_socket_fd(wsi),
            Int32(IPPROTO_TCP),
            TCP_NOTSENT_LOWAT,
            bytes
        )
    }
}
