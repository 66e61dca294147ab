import CLibwebsockets
import Glibc
public import Texts

/// One client's WebSocket connection, which receives and sends messages.
public final class Stream: RosterMember {
    // The properties that every message needs come first, so that they are adjacent in memory.

    /// The way to the socket; nil: the stream accepts no messages.
    private var outlet: Outlet?
    private let socket: Socket
    /// The request that opened it.
    public let request: Request
    public let subprotocol: Text?
    /// Data of the handler.
    public var context: AnyObject?

    var position = 0
    private var maskCheck: MaskCheck

    init(loop: EventLoop, handshake: Handshake) {
        maskCheck = handshake.maskCheck
        request = handshake.request
        subprotocol = handshake.subprotocol
        socket = Socket(loop: loop)
        socket.stream = self
    }

    func bind(to wsi: OpaquePointer) {
        socket.bind(to: wsi)
        outlet = Outlet(wsi: wsi)
    }

    /// True while the stream accepts messages: until either side or the library closes it.
    public var isOpen: Bool { outlet != nil }

    /// Returns the number of received bytes that the library may read: those before the first unmasked frame.
    func accept(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let hadFailed = maskCheck.hasFailed
        let count = maskCheck.accept(bytes)
        if maskCheck.hasFailed, !hadFailed { socket.loop.noteUnmasked(self) }
        return count
    }

    /// Passes the received messages to the handler.
    func deliver() {
        socket.deliver()
    }

    var descriptor: Int32 { socket.descriptor }

    /// Sends a message now. Returns false, and sends no byte, if the message before has not been sent
    /// completely. The stream holds one waiting message, with a few unsent kilobytes.
    public func send(_ message: Message) -> Bool {
        guard let outlet else { return false }
        let sent = outlet.send(message)
        return sent == message.frameCount || socket.keepRest(of: message, sent: sent)
    }

    /// Calls the handler's `writable` once the stream accepts a message again.
    public func notifyWhenWritable() {
        guard isOpen else { return }
        socket.isAwaited = true
        socket.awaitOutput()
    }

    /// Subtracts a time in which the loop did not run from the client's silence.
    func excuse(nanoseconds: UInt64) {
        socket.heardNanoseconds = min(socket.heardNanoseconds + nanoseconds, LoopTimer.now)
        socket.closing?.deadlineNanoseconds += nanoseconds
    }

    /// Pings a client that has been silent for long. Disconnects a client that stays silent, or that has not
    /// answered a close.
    func checkPulse(now: UInt64) {
        if let closing = socket.closing, closing.deadlineNanoseconds <= now { socket.giveUp() }
        guard isOpen else { return }
        let silence = now - min(now, socket.heardNanoseconds)
        if silence >= socket.loop.configuration.timeouts.hangUp.nanoseconds {
            socket.giveUp()
        } else if silence >= socket.pingNanoseconds, !socket.isPinged {
            socket.isPinged = send(socket.loop.ping)
        }
    }

    /// Closes with a code of RFC 6455 §7.4 and a reason of at most 123 bytes, after the messages that were
    /// sent before. A client that does not answer is disconnected five to six seconds later.
    public func close(code: UInt16, reason: String = "") {
        guard let wsi = outlet?.wsi else { return }
        outlet = nil
        socket.closing = Closing(
            code: code, reason: Stream.shortened(reason),
            deadlineNanoseconds: LoopTimer.now + Self.goodbyeNanoseconds)
        // Little data follows, and a viewer that does not read must find the close frame later.
        Stream.limitUnsent(of: wsi, to: Int32.max)
        socket.awaitOutput()
    }

    private static let goodbyeNanoseconds: UInt64 = 5_000_000_000

    /// The close frame to send, and the deadline for its answer. The library is not told about the close,
    /// because it would add a timer to a single list, which it searches from the start.
    private struct Closing {
        let code: UInt16
        let reason: [UInt8]
        /// The time by which the client has to answer.
        var deadlineNanoseconds: UInt64

        var frame: Message {
            let frame = Message()
            frame.replace(with: [UInt8(code >> 8), UInt8(code & 255)] + reason, as: .close)
            return frame
        }
    }

    /// The parts of the socket that are needed to send a message.
    private struct Outlet {
        let wsi: OpaquePointer
        let descriptor: Int32

        init(wsi: OpaquePointer) {
            self.wsi = wsi
            descriptor = lws_get_socket_fd(wsi)
        }

        /// Sends a message now. Returns how many bytes of its frame the socket accepted, 0 if it accepts none
        /// now; nil if the connection is broken.
        func send(_ message: Message) -> Int? {
            // Bytes that the library has buffered have to be sent first: this message would be in the middle
            // of them.
            guard lws_partial_buffered(wsi) == 0 else { return 0 }
            let sent = message.withFrame {
                Glibc.send(descriptor, $0, $1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            return sent >= 0 ? sent : errno == EAGAIN ? 0 : nil
        }
    }

    private final class Socket: Endpoint {
        /// The stream, while the library has the socket.
        var stream: Stream?
        var closing: Closing?
        private var isCloseSent = false
        var isAwaited = false
        var heardNanoseconds = LoopTimer.now
        var isPinged = false
        /// The code in the client's close frame.
        private(set) var peerCode: UInt16?
        private var incoming: [UInt8] = []
        /// The complete messages that the handler has not received.
        private var messages: [(bytes: [UInt8], isBinary: Bool)] = []

        /// The silence after which the client is pinged: at least three quarters of the configured time. It
        /// differs between streams, so that clients that connected together are not pinged together.
        var pingNanoseconds: UInt64 {
            let quarter = loop.configuration.timeouts.ping.nanoseconds / 4
            return 3 * quarter + quarter / 16 * UInt64(descriptor % 16)
        }

        override var isAnsweredByLibrary: Bool { true }

        override var hasSaidGoodbye: Bool { isCloseSent }

        override var rank: ReadyQueue.Rank {
            use.isMuch(atNanoseconds: LoopTimer.now) ? .others : .known
        }

        /// Viewers send little. A client that sends many pings or empty fragments is read only at a fair
        /// speed.
        override var rests: Bool { true }

        override func endRest() {
            super.endRest()
            guard let wsi, lws_partial_buffered(wsi) == 0 else { return }
            takesInput = true
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
                deliver()
                return closeAsPeerDid(bytes)
            default:
                break
            }
            return 0
        }

        override func noteEnding() {
            stream?.outlet = nil
        }

        override func released() {
            guard let stream else { return }
            stream.outlet = nil
            deliver()
            self.stream = nil
            loop.remove(stream)
            loop.handler.closed(stream, code: peerCode ?? closing?.code)
        }

        /// Disconnects a client that accepts no more data. If the library has buffered bytes, it would wait
        /// for them, so the socket is shut down.
        func giveUp() {
            stream?.outlet = nil
            guard let wsi, lws_partial_buffered(wsi) != 0 else { return hangUp() }
            takesInput = false
            shutdown(descriptor, Int32(SHUT_RDWR))
        }

        private func noteHeard() {
            heardNanoseconds = LoopTimer.now
            isPinged = false
        }

        private func becomeWritable() -> Int32 {
            guard let stream else { return 0 }
            if !isResting { takesInput = true }
            if let closing {
                if !isCloseSent { sayGoodbye(closing.frame) }
                return 0
            }
            guard isAwaited else { return 0 }
            isAwaited = false
            loop.handler.writable(stream)
            return 0
        }

        private func sayGoodbye(_ frame: Message) {
            guard let wsi else { return }
            let sent = Outlet(wsi: wsi).send(frame)
            isCloseSent = sent == frame.frameCount || keepRest(of: frame, sent: sent)
            if !isCloseSent { awaitOutput() }
        }

        /// Makes the library buffer the bytes of a message that the socket did not accept. Returns false if
        /// the socket accepted no bytes, or is broken.
        func keepRest(of message: Message, sent: Int?) -> Bool {
            if sent == 0 { return false }
            // An HTTP write sends the bytes unchanged once the socket accepts them.
            guard let sent, let wsi,
                message.withFrame({ lws_write(wsi, $0 + sent, $1 - sent, LWS_WRITE_HTTP) }) >= 0
            else {
                stream?.outlet = nil
                hangUp()
                return false
            }
            awaitOutput()
            // If a connection ends within a frame, the library would read the end of input again and again.
            takesInput = false
            return true
        }

        /// Answers the client's close with the same code, or with 1002 if that code is not allowed (RFC 6455
        /// §7.4).
        private func closeAsPeerDid(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
            stream?.outlet = nil
            // The client answers our close.
            if isCloseSent { return -1 }
            guard bytes.count != 1 else {
                peerCode = 1002
                lws_close_reason(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR, nil, 0)
                // The library would wait for the client's close, which has arrived already.
                hangUp()
                return -1
            }
            guard bytes.count >= 2 else {
                peerCode = 1005
                return 0
            }
            // The library has replaced codes that it knows to be wrong by 1002, and sends these bytes back.
            var code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
            if code >= 5000 {
                code = 1002
                (bytes[0], bytes[1]) = (UInt8(code >> 8), UInt8(code & 255))
            }
            peerCode = code
            return 0
        }

        /// Passes messages to the handler after the library has answered pings before them: a pong is sent
        /// before the answer to a later message.
        func deliver() {
            let come = messages
            messages = []
            for (bytes, isBinary) in come {
                guard closing == nil, let stream else { return }
                if isBinary {
                    loop.handler.received(stream, binary: bytes)
                } else {
                    loop.handler.received(stream, text: bytes)
                }
            }
        }

        private func receive(_ bytes: UnsafeMutableRawBufferPointer) {
            guard closing == nil, peerCode == nil, let wsi, let stream else { return }
            if lws_is_first_fragment(wsi) != 0 { incoming.removeAll(keepingCapacity: true) }
            let limit = loop.configuration.limits.messageBytes
            // A client may announce 2^63 bytes, so no number is added to its length.
            let room = limit - incoming.count - bytes.count
            guard room >= 0, lws_remaining_packet_payload(wsi) <= room else {
                stream.close(code: 1009, reason: "a message has at most \(limit) bytes")
                return
            }
            incoming.append(contentsOf: bytes)
            guard lws_is_final_fragment(wsi) != 0 else { return }
            if messages.isEmpty { loop.noteReceived(stream) }
            messages.append((incoming, lws_frame_is_binary(wsi) != 0))
            incoming = []
        }
    }
}

extension Stream {
    /// Returns the part of a reason that fits into a close frame, 123 bytes, in whole code points. A code
    /// point that is cut would not be UTF-8 (RFC 6455 §5.5.1).
    private static func shortened(_ reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in reason.unicodeScalars {
            guard let encoded = UTF8.encode(scalar), bytes.count + encoded.count <= 123 else {
                break
            }
            bytes += encoded
        }
        return bytes
    }

    /// Limits the unsent bytes in the socket's buffer, so that a viewer that stops reading is noticed after a
    /// few kilobytes. With the whole buffer, that would take seconds.
    static func limitUnsent(of wsi: OpaquePointer, to bytes: Int32 = 4096) {
        SocketAddress.setOption(
            lws_get_socket_fd(wsi),
            Int32(IPPROTO_TCP),
            TCP_NOTSENT_LOWAT,
            bytes
        )
    }
}
