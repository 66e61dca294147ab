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
    public var isOpen: Bool { socket.wsi != nil && socket.closing == nil }

    /// Sends a message now, or returns false and sends nothing where the message before has not yet
    /// gone out whole. At most that one message waits, and never more than a few kilobytes unsent.
    public func send(_ message: Message) -> Bool {
        guard isOpen, let wsi = socket.wsi else { return false }
        // The library keeps what the socket does not take of one message; a second would go on a
        // list without a limit. Asking the socket beforehand costs a system call a message, a third
        // of the whole with 1,000 viewers, to spare a slow viewer one frame.
        guard lws_partial_buffered(wsi) == 0 else { return false }
        let opcode = message.kind == .text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY
        let taken = message.withPayload { lws_write(wsi, $0, $1, opcode) }
        if taken < 0 { socket.hangUp() }
        return taken >= 0
    }

    /// Has the handler's `writable` called once the stream takes a message again.
    public func notifyWhenWritable() {
        guard isOpen, let wsi = socket.wsi else { return }
        socket.isAwaited = true
        lws_callback_on_writable(wsi)
    }

    /// Closes with a code of RFC 6455 §7.4 and a reason of at most 123 bytes; what was sent before
    /// goes out first, for at most five seconds.
    public func close(code: UInt16, reason: String = "") {
        guard isOpen, let wsi = socket.wsi else { return }
        socket.closing = (code, Stream.shortened(reason))
        // Little follows, and a viewer that does not read is to find it once it does.
        Stream.limitUnsent(of: wsi, to: Int32.max)
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, 5)
        lws_callback_on_writable(wsi)
    }

    private final class Socket: Endpoint {
        /// The stream as long as the library has the socket.
        var stream: Stream?
        var closing: (code: UInt16, reason: [UInt8])?
        var isAwaited = false
        private var peerCode: UInt16?
        private var incoming: [UInt8] = []

        override func handle(
            _ reason: lws_callback_reasons,
            _ bytes: UnsafeMutableRawBufferPointer
        ) -> Int32 {
            switch reason {
            case LWS_CALLBACK_RECEIVE:
                receive(bytes)
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

        private func becomeWritable() -> Int32 {
            guard let wsi, let stream else { return 0 }
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
            let announced = incoming.count + bytes.count + lws_remaining_packet_payload(wsi)
            let limit = loop.configuration.limits.messageBytes
            guard announced <= limit else {
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
