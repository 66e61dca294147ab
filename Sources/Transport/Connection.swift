import CLibwebsockets
import Glibc
import Logging
import Texts

/// One client's HTTP/1.1 connection, which reads requests and sends responses over a raw socket of libwebsockets.
final class Connection: Endpoint, RosterMember {
    private enum Phase {
        /// Waiting for a request or for the rest of one.
        case reading
        /// The handler is handling a request.
        case awaiting(Exchange, Response.Framing)
        /// A refusal waits, because many are being sent.
        case holding(Response, Response.Framing)
        /// A response is being sent.
        case writing(Delivery)
        /// All available pieces of the response have been sent, and the next piece is being made.
        case awaitingPiece(Delivery)
        /// The sending side is closed. Further input is dropped, so that the client reads the response
        /// instead of a reset.
        case draining
    }

    /// The unsent part of a response's body.
    private struct Delivery {
        /// The piece that is being sent. The library has taken `sent` bytes of it.
        var piece: [UInt8]
        var sent = 0
        /// Makes the next piece; nil: this one is the last.
        var rest: BodyRest?
        let framing: Response.Framing
    }

    private static let wholeBytes = 16 * 1024
    private static let pieceBytes = 64 * 1024

    private var phase = Phase.reading
    let remoteAddress: Text
    private var parser: RequestParser
    /// The body of the current request, if it is read in pieces.
    private var body: RequestBody?
    private var owesContinue = false
    private var progress = RequestParser.Progress.idle
    private var isProcessing = false
    /// True if the last response was no refusal.
    private var isTrusted = false
    private var deadlineNanoseconds: UInt64 = 0
    var position = 0

    init(loop: EventLoop, remoteAddress: String) {
        parser = RequestParser(
            limits: loop.configuration.limits, remoteAddress: remoteAddress,
            longBody: { [unowned loop] in loop.handler.longBody(of: $0) },
            takesChunks: { [unowned loop] in loop.handler.takesChunks($0) })
        self.remoteAddress = Text(remoteAddress)
        super.init(loop: loop)
        expect(within: loop.configuration.timeouts.head)
    }

    override var rank: ReadyQueue.Rank {
        isTrusted && !use.isMuch(atNanoseconds: LoopTimer.now) ? .known : .others
    }

    override func handle(
        _ reason: lws_callback_reasons,
        _ bytes: UnsafeMutableRawBufferPointer
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_RAW_RX:
            if case .draining = phase { return 0 }
            parser.append(UnsafeRawBufferPointer(bytes))
            if body == nil { process() } else { readBody() }
        case LWS_CALLBACK_RAW_WRITEABLE:
            guard case .writing = phase else { return 0 }
            expect(within: loop.configuration.timeouts.write)
            write()
            process()
        default:
            break
        }
        return 0
    }

    override func released() {
        if case .awaiting(let exchange, _) = phase { exchange.abandon() }
        phase = .draining
        endBody()
        loop.remove(self)
    }

    // MARK: Requests

    /// Handles the next request in the buffer, once the response before it is complete. Further requests in
    /// the buffer wait until other clients have had their turn.
    private func process() {
        guard !isProcessing else { return }
        isProcessing = true
        defer { isProcessing = false }
        var hasTaken = false
        while case .reading = phase, wsi != nil {
            if hasTaken, parser.progress != .idle {
                loop.goOnLater(self)
                break
            }
            switch parser.next() {
            case .incomplete:
                noteProgress()
                takesInput = true
                return
            case .continueExpected:
                writeContinue()
            case .request(let request):
                hasTaken = true
                begin(request)
            case .opened(let request, let bodyBytes):
                hasTaken = true
                owesContinue = request.head.expectsContinue
                body = RequestBody(byteCount: bodyBytes, connection: self)
                begin(request)
            case .refused(let refusal):
                var response = loop.handler.refusal(status: refusal.status, detail: refusal.detail)
                response.status = refusal.status
                refuse(response, framing: .init(connection: .close))
            }
        }
        pause()
    }

    override func goOn() {
        process()
    }

    /// Continues after a response, which may have been given in another endpoint's turn.
    private func resume() {
        if case .reading = phase, parser.progress != .idle, !isProcessing {
            loop.goOnLater(self)
        } else {
            process()
        }
    }

    private func begin(_ request: Request) {
        if request.head.asksForWebSocket {
            upgrade(request)
            return
        }
        progress = .idle
        let exchange = Exchange(connection: self, body: body)
        phase = .awaiting(exchange, Response.Framing(for: request))
        deadlineNanoseconds = .max
        loop.handler.respond(to: request, exchange: exchange)
    }

    private func upgrade(_ request: Request) {
        switch loop.decide(upgrade: request) {
        case .accepted(let handshake):
            if !loop.open(handshake, from: self, rest: parser.takeRest()) {
                loop.logger.debug("a WebSocket ended with its handshake")
            }
            // The stream has a descriptor of its own. This connection is finished, and must not read the
            // stream's input.
            phase = .draining
            takesInput = false
            hangUp()
        case .refused(let response):
            refuse(response, framing: .init(connection: .close))
        }
    }

    /// Passes received bytes of a body to the handler, if it waits for a piece. If there are none, reads on.
    func readBody() {
        guard let body, body.isWanted, wsi != nil else { return }
        let piece = parser.takePiece(most: Self.pieceBytes)
        guard piece.isEmpty else {
            takesInput = false
            deadlineNanoseconds = .max
            return body.give(piece)
        }
        if owesContinue { writeContinue() }
        owesContinue = false
        expect(within: loop.configuration.timeouts.body)
        takesInput = true
    }

    private func endBody() {
        let body = body
        self.body = nil
        body?.end()
    }

    // MARK: Answers

    /// Sends the response of the current exchange. Called once for each exchange.
    func answer(_ response: Response, rest: BodyRest?) {
        guard case .awaiting(_, var framing) = phase else { return }
        if let body, body.left > 0 { framing.connection = .close }
        endBody()
        if !loop.isListening { framing.connection = .close }
        if rest != nil, response.length == nil { framing.makeOpenEnded() }
        if response.slowsDown {
            refuse(response, framing: framing)
        } else {
            send(response, status: response.status, framing: framing, rest: rest)
        }
        resume()
    }

    /// Sends a refusal: at once, or after a delay if there are many.
    private func refuse(_ response: Response, framing: Response.Framing) {
        let now = LoopTimer.now
        if !loop.isListening || loop.holdback.admits(atNanoseconds: now) {
            return send(response, status: response.status, framing: framing)
        }
        phase = .holding(response, framing)
        deadlineNanoseconds = .max
        loop.holdback.holdRefusal(of: self, atNanoseconds: now)
    }

    /// Input after the last response is dropped, at a fair speed.
    override var rests: Bool {
        if case .draining = phase { true } else { false }
    }

    override func endRest() {
        super.endRest()
        if case .draining = phase { takesInput = true }
        sendHeld()
    }

    /// Sends the delayed refusal.
    private func sendHeld() {
        guard case .holding(let response, var framing) = phase else { return }
        if !loop.isListening { framing.connection = .close }
        send(response, status: response.status, framing: framing)
        resume()
    }

    private func send(
        _ response: Response, status: Int, framing: Response.Framing, rest: BodyRest? = nil
    ) {
        var response = response
        response.status = status
        isTrusted = status < 400
        var body = response.hasBodyOnWire(framing) ? response.body : []
        let rest = body.isEmpty ? nil : rest
        if rest != nil { body = framing.onWire(.next(body)) }
        expect(within: loop.configuration.timeouts.write)
        let isWritten = loop.withOutput { output in
            response.appendHead(to: &output, date: loop.date(), framing: framing)
            if body.count <= Self.wholeBytes {
                output.append(contentsOf: body)
                body = []
            }
            return write(&output)
        }
        guard isWritten else { return }
        phase = .writing(Delivery(piece: body, rest: rest, framing: framing))
        write()
    }

    /// Sends the next piece of a response's body.
    private func send(_ piece: BodyPiece) {
        guard case .awaitingPiece(var delivery) = phase else { return }
        if case .failed = piece {
            phase = .draining
            hangUp()
            return
        }
        if case .last = piece { delivery.rest = nil }
        delivery.piece = delivery.framing.onWire(piece)
        delivery.sent = 0
        expect(within: loop.configuration.timeouts.write)
        phase = .writing(delivery)
        write()
        resume()
    }

    private func writeContinue() {
        loop.withOutput { output in
            output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
            _ = write(&output)
        }
    }

    private func write(_ bytes: inout [UInt8]) -> Bool {
        guard let wsi else { return false }
        let taken = bytes.withUnsafeMutableBufferPointer {
            lws_write(wsi, $0.baseAddress, $0.count, LWS_WRITE_HTTP)
        }
        return kept(taken)
    }

    /// Sends as much of the body as the socket accepts. The library buffers the rest of a piece, so the next
    /// piece waits until the buffer is empty.
    private func write() {
        while case .writing(var delivery) = phase, let wsi {
            guard lws_partial_buffered(wsi) == 0 else {
                awaitOutput()
                return
            }
            let (sent, count) = (delivery.sent, delivery.piece.count)
            guard sent < count else {
                complete(delivery)
                return
            }
            let end = min(count, sent + Self.pieceBytes)
            let taken = delivery.piece.withUnsafeBufferPointer { bytes in
                // The library only reads the bytes of a raw socket.
                let piece = UnsafeMutablePointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
                return lws_write(wsi, piece + sent, end - sent, LWS_WRITE_HTTP)
            }
            guard kept(taken) else { return }
            delivery.sent = end
            // The library has a copy of the bytes that the socket did not accept.
            if end == count { (delivery.piece, delivery.sent) = ([], 0) }
            phase = .writing(delivery)
        }
    }

    /// Requests the next piece of a response, or completes the response.
    private func complete(_ delivery: Delivery) {
        guard let rest = delivery.rest else {
            return finish(thenCloses: delivery.framing.connection == .close)
        }
        phase = .awaitingPiece(delivery)
        deadlineNanoseconds = .max
        rest { [weak self] piece in self?.send(piece) }
    }

    private func kept(_ taken: Int32) -> Bool {
        if taken >= 0 { return true }
        phase = .draining
        hangUp()
        return false
    }

    private func finish(thenCloses: Bool) {
        guard thenCloses else {
            phase = .reading
            progress = .idle
            expect(within: loop.configuration.timeouts.keepAlive)
            return
        }
        phase = .draining
        expect(within: loop.configuration.timeouts.linger)
        if wsi != nil { shutdown(descriptor, Int32(SHUT_WR)) }
        takesInput = true
    }

    // MARK: Flow and time

    /// Leaves input that can't be handled yet in the kernel: otherwise the library's loop would spin on it.
    private func pause() {
        if case .draining = phase { return }
        if body?.isWanted != true { takesInput = false }
    }

    private func noteProgress() {
        guard parser.progress != progress else { return }
        progress = parser.progress
        switch progress {
        case .idle: expect(within: loop.configuration.timeouts.keepAlive)
        case .head: expect(within: loop.configuration.timeouts.head)
        case .body: expect(within: loop.configuration.timeouts.body)
        }
    }

    private func expect(within timeout: Duration) {
        deadlineNanoseconds = LoopTimer.now + timeout.nanoseconds
    }

    /// Extends the deadline by a time in which the loop did not run.
    func excuse(nanoseconds: UInt64) {
        let (deadline, isOver) = deadlineNanoseconds.addingReportingOverflow(nanoseconds)
        if !isOver { deadlineNanoseconds = deadline }
    }

    /// Ends the connection if its deadline is over at `now`.
    func expire(now: UInt64) {
        guard deadlineNanoseconds < now else { return }
        if case .reading = phase, progress != .idle {
            let detail = "the request took too long to come"
            let response = loop.handler.refusal(status: 408, detail: detail)
            send(response, status: 408, framing: .init(connection: .close))
            process()
        } else {
            hangUp()
        }
    }

    /// Closes the connection, unless a request is in progress.
    func closeIfIdle() {
        if case .reading = phase, progress == .idle, !hasMore { hangUp() }
    }
}
