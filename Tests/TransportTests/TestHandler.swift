import Texts
import Transport

/// A handler that answers by path and records calls, so that tests can look at them.
final class TestHandler: Handler {
    var loop: EventLoop?
    var pending: [Exchange] = []
    var streams: [Stream] = []
    var timers: [LoopTimer] = []
    /// The number of pieces that the loop requested of a response body.
    var piecesAsked = 0
    var holdsPieces = false
    var pendingPieces: [(BodyPiece) -> Void] = []
    /// The text messages that arrived, and "broken" for each upload that broke off.
    var log: [String] = []
    var wakes = 0
    var onRequest: ((Request) -> Void)?
    var onPending: (() -> Void)?
    var onText: (() -> Void)?
    var onOpened: ((Stream) -> Void)?
    var onWritable: ((Stream) -> Void)?
    var onClosed: ((Stream, UInt16?) -> Void)?
    private let jobs: Jobs

    /// The lengths of the pieces of an upload.
    var pieceLengths: [Int] = []
    /// A hash of the bytes of an upload.
    private var sum = 0

    static let largeBody = bytes(count: 4_000_000, step: 31)

    /// The multiples of `step`, modulo 256. The array is doubled, because a loop over millions of
    /// bytes takes seconds under a sanitizer.
    static func bytes(count: Int, step: UInt8) -> [UInt8] {
        var bytes = (0...255).map { UInt8($0) &* step }
        while bytes.count < count { bytes += bytes }
        return Array(bytes[..<count])
    }

    func longBody(of request: Request) -> LongBody {
        switch request.segments.first {
        case "upload", "unread": .pieces(most: 3_000_000)
        case "long": .whole(most: 1_000_000)
        default: .refused
        }
    }

    private func read(_ body: RequestBody, _ exchange: Exchange) {
        body.next { [unowned self] piece in
            switch piece {
            case .next(let bytes), .last(let bytes):
                pieceLengths.append(bytes.count)
                for byte in bytes { sum = sum &* 31 &+ Int(byte) }
                if case .next = piece { return read(body, exchange) }
                exchange.answer(Response(status: 201, body: Array("\(sum)".utf8)))
            case .broken:
                log.append("broken")
            }
        }
    }

    init(jobs: Jobs) {
        self.jobs = jobs
    }

    func respond(to request: Request, exchange: Exchange) {
        onRequest?(request)
        switch request.segments.first {
        case "echo", "long":
            let type = request.header("Content-Type") ?? "none"
            exchange.answer(
                Response(status: 200, headers: [("Content-Type", type.string)], body: request.body)
            )
        case "large":
            exchange.answer(Response(status: 200, body: Self.largeBody))
        case "status":
            let status = request.segments.dropFirst().first.flatMap { Int($0.string) } ?? 200
            exchange.answer(Response(status: status, body: Array("body".utf8)))
        case "slow":
            var response = Response(status: 429)
            response.slowsDown = true
            exchange.answer(response)
        case "pieces":
            piecesAsked = 0
            exchange.answer(Response(status: 200, body: Self.piece(0)), rest: makePiece)
        case "upload":
            guard let body = exchange.body else {
                return exchange.answer(Response(status: 200, body: request.body))
            }
            read(body, exchange)
        case "unread":
            exchange.answer(Response(status: 401))
        case "sized":
            var response = Response(status: 200, body: Self.piece(0))
            response.length = Self.pieceCount * Self.piece(0).count
            piecesAsked = 0
            exchange.answer(response, rest: makePiece)
        case "pending":
            pending.append(exchange)
            onPending?()
        default:
            let text =
                "\(request.method.rawValue) \(request.segments.map(\.string)) "
                + "\(request.queryItems.map { (name: $0.name.string, value: $0.value.string) })"
            exchange.answer(Response(status: 200, body: Array(text.utf8)))
        }
    }

    static let pieceCount = 100

    /// A piece of the response body of `/pieces` and `/sized`.
    static func piece(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number), count: 100_000)
    }

    /// Supplies the next piece at once, or leaves that to the test if `holdsPieces` is set.
    private func makePiece(_ take: @escaping (BodyPiece) -> Void) {
        piecesAsked += 1
        let number = piecesAsked
        let make = {
            take(
                number < Self.pieceCount - 1
                    ? .next(Self.piece(number)) : .last(Self.piece(number)))
        }
        if holdsPieces { pendingPieces.append(take) } else { make() }
    }

    func refusal(status: Int, detail: String) -> Response {
        Response(
            status: status,
            headers: [("Content-Type", "application/problem+json")],
            body: Array(#"{"status":\#(status),"detail":"\#(detail)"}"#.utf8)
        )
    }

    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        if request.segments.first == "forbidden" {
            return .refuse(Response(status: 404, body: Array("no such room".utf8)))
        }
        return .accept(subprotocol: offered.first) { [unowned self] stream in
            streams.append(stream)
            onOpened?(stream)
        }
    }

    func received(_ stream: Stream, text: [UInt8]) {
        log.append(String(decoding: text, as: UTF8.self))
        onText?()
        _ = stream.send(Message(text: text))
    }

    func received(_ stream: Stream, binary: [UInt8]) {
        _ = stream.send(Message(binary: binary))
    }

    func writable(_ stream: Stream) {
        onWritable?(stream)
    }

    func closed(_ stream: Stream, code: UInt16?) {
        streams.removeAll { $0 === stream }
        onClosed?(stream, code)
    }

    func woken() {
        wakes += 1
        for job in jobs.take() { job(self) }
    }
}
