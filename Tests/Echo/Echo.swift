import Glibc
import Logging
import Texts
import Transport

/// Sends every message back: what conformance suites for WebSockets ask for.
@main
final class Echo: Handler {
    static func main() throws {
        var configuration = ListenConfiguration()
        // The largest messages of the suites have 16 MiB.
        configuration.limits.messageBytes = 32 << 20
        let echo = Echo()
        let logger = Logger(label: "echo")
        let loop = try EventLoop(configuration: configuration, handler: echo, logger: logger)
        print("127.0.0.1:\(loop.port)")
        fflush(nil)
        loop.run()
    }

    /// The messages that wait to be sent on a stream.
    private final class Outbox {
        var messages: [Message] = []
    }

    func respond(to request: Request, exchange: Exchange) {
        exchange.answer(Response(status: 200))
    }

    func refusal(status: Int, detail: String) -> Response {
        Response(status: status, body: Array(detail.utf8))
    }

    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision {
        .accept(subprotocol: offered.first) { $0.context = Outbox() }
    }

    func received(_ stream: Stream, text: [UInt8]) {
        send(Message(text: text), on: stream)
    }

    func received(_ stream: Stream, binary: [UInt8]) {
        send(Message(binary: binary), on: stream)
    }

    private func send(_ message: Message, on stream: Stream) {
        guard let outbox = stream.context as? Outbox else { return }
        outbox.messages.append(message)
        writable(stream)
    }

    func writable(_ stream: Stream) {
        guard let outbox = stream.context as? Outbox else { return }
        while let next = outbox.messages.first {
            guard stream.send(next) else { return stream.notifyWhenWritable() }
            outbox.messages.removeFirst()
        }
    }

    func closed(_ stream: Stream, code: UInt16?) {}

    func woken() {}
}
