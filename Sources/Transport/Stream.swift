import CLibwebsockets
import Glibc
public import Texts

/// A WebSocket connection.
public final class Stream: RosterMember {
    // What every message asks for comes first, so that it lies together.

    /// Where messages go; nil: it takes none.
    private var outlet: Outlet?
    private let socket: Socket
    /// The request that opened it.
    public let request: Request
    public let subprotocol: Text?
    /// The owner's.
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

    /// Whether it still takes messages: not once either side or the library closes it, or hangs up, nor
    /// after `closed`.
    public var isOpen: Bool { outlet != nil }

    /// The number of received bytes that the library may read: those before the first unmasked frame.
    func accept(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let hadFailed = maskCheck.hasFailed
        let count = maskCheck.accept(bytes)
        if maskCheck.hasFailed, !hadFailed { socket.loop.noteUnmasked(self) }
        return count
    }

    /// Hands over what has come.
    func deliver() {
        socket.deliver()
    }

    var descriptor: Int32 { socket.descriptor }

    /// Sends a message now, or returns false and sends nothing if the message before has not yet
    /// gone out whole. At most that one message waits, and never more than a few kilobytes unsent.
    public func send(_ message: Message) -> Bool {
        guard let outlet else { return false }
        let sent = outlet.send(message)
        return sent == message.frameCount || socket.keepRest(of: message, sent: sent)
    }

    /// Has the handler's `writable` called once the stream takes a message again.
    public func notifyWhenWritable() {
        guard isOpen else { return }
        socket.isAwaited = true
        socket.awaitOutput()
    }

    /// Takes `nanoseconds` in which nobody listened off the client's silence.
    func excuse(nanoseconds: UInt64) {
        socket.heardNanoseconds = min(socket.heardNanoseconds + nanoseconds, LoopTimer.now)
        socket.closing?.deadlineNanoseconds += nanoseconds
    }

    /// Pings a client that has been silent for long, and hangs up on one that is so still, or has not
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

    /// Closes with a code of RFC 6455 §7.4 and a reason of at most 123 bytes; what was sent before
    /// goes out first. Who has not said goodbye, too, after five seconds is hung up on, within another.
    public func close(code: UInt16, reason: String = "") {
        guard let wsi = outlet?.wsi else { return }
        outlet = nil
        socket.closing = Closing(
            code: code, reason: Stream.shortened(reason),
            deadlineNanoseconds: LoopTimer.now + Self.goodbyeNanoseconds)
        // Little follows, and a viewer that does not read is to find it once it does.
        Stream.limitUnsent(of: wsi, to: Int32.max)
        socket.awaitOutput()
    }

    private static let goodbyeNanoseconds: UInt64 = 5_000_000_000

    /// The goodbye that is to be said. The library is not told of it: it would have a timer for each, and
    /// keeps all timers in one list that it walks through to add one.
    private struct Closing {
        let code: UInt16
        let reason: [UInt8]
        /// When the client is to have answered.
        var deadlineNanoseconds: UInt64

        var frame: Message {
            let frame = Message()
            frame.replace(with: [UInt8(code >> 8), UInt8(code & 255)] + reason, as: .close)
            return frame
        }
    }

    /// What sending a message needs of the socket.
    private struct Outlet {
        let wsi: OpaquePointer
        let descriptor: Int32

        init(wsi: OpaquePointer) {
            self.wsi = wsi
            descriptor = lws_get_socket_fd(wsi)
        }

        /// Sends a message now. Returns how many bytes of its frame the socket took, 0 if it takes
        /// nothing now; nil if nothing can be sent any more.
        func send(_ message: Message) -> Int? {
            // What the library keeps goes out before anything else: a message of ours would come in
            // the middle of it.
            guard lws_partial_buffered(wsi) == 0 else { return 0 }
            let sent = message.withFrame {
                Glibc.send(descriptor, $0, $1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            return sent >= 0 ? sent : errno == EAGAIN ? 0 : nil
        }
    }

    private final class Socket: Endpoint {
        /// The stream as long as the library has the socket.
        var stream: Stream?
        var closing: Closing?
        private var isCloseSent = false
        var isAwaited = false
        var heardNanoseconds = LoopTimer.now
        var isPinged = false
        /// The code that the client closed with.
        private(set) var peerCode: UInt16?
        private var incoming: [UInt8] = []
        /// What has come whole and was not handed over yet.
        private var messages: [(bytes: [UInt8], isBinary: Bool)] = []

        /// The silence after which it is pinged: from three quarters of what is configured on, different
        /// for different streams, so that those that came together are not pinged together.
        var pingNanoseconds: UInt64 {
            let quarter = loop.configuration.timeouts.ping.nanoseconds / 4
            return 3 * quarter + quarter / 16 * UInt64(descriptor % 16)
        }

        override var isAnsweredByLibrary: Bool { true }

        override var hasSaidGoodbye: Bool { isCloseSent }

        override var rank: Round.Rank {
            use.isMuch(atNanoseconds: LoopTimer.now) ? .others : .known
        }

        /// A viewer says little: who sends pings or empty fragments without end is read no faster than is
        /// fair.
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

        /// Hangs up on a client that takes nothing more. If the library keeps something for it, that is
        /// waited for no more, as it would be otherwise.
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

        /// Has the library keep what the socket did not take of a message. False if the socket took
        /// nothing, or takes nothing more.
        func keepRest(of message: Message, sent: Int?) -> Bool {
            if sent == 0 { return false }
            // As a write of HTTP's the rest goes out as it is, when the socket takes it.
            guard let sent, let wsi,
                message.withFrame({ lws_write(wsi, $0 + sent, $1 - sent, LWS_WRITE_HTTP) }) >= 0
            else {
                stream?.outlet = nil
                hangUp()
                return false
            }
            awaitOutput()
            // If a connection ends in the midst of a frame, the library would read its end for
            // ever.
            takesInput = false
            return true
        }

        /// Answers the client's close with what it said, or with 1002 if that is none that may be
        /// said (RFC 6455 §7.4).
        private func closeAsPeerDid(_ bytes: UnsafeMutableRawBufferPointer) -> Int32 {
            stream?.outlet = nil
            // It answers ours.
            if isCloseSent { return -1 }
            guard bytes.count != 1 else {
                peerCode = 1002
                lws_close_reason(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR, nil, 0)
                // The library would wait for the client's close, which has come.
                hangUp()
                return -1
            }
            guard bytes.count >= 2 else {
                peerCode = 1005
                return 0
            }
            // The library has made 1002 of what it knows to be wrong, and sends back what is here.
            var code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
            if code >= 5000 {
                code = 1002
                (bytes[0], bytes[1]) = (UInt8(code >> 8), UInt8(code & 255))
            }
            peerCode = code
            return 0
        }

        /// Messages are handed over once the library has answered pings that came with them: a pong
        /// goes out before what is said to a later message.
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
            // A client may announce 2^63 bytes: nothing is added to what it says.
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
    /// As much of a reason as goes into a close frame, 123 bytes, in whole code points: what is cut
    /// within one is not the UTF-8 that RFC 6455 §5.5.1 asks for.
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
