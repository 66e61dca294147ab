public import Texts

/// What a loop asks of its owner; every call is made on the loop's thread.
public protocol Handler: AnyObject {
    /// A whole, well-formed request: `exchange` is to be answered once, now or later.
    func respond(to request: Request, exchange: Exchange)
    /// What becomes of the body of a request, of which the head has come, that is longer than most.
    func longBody(of request: Request) -> LongBody
    /// Whether a request may have a chunked body, as tunnels send it.
    func takesChunks(_ request: Request) -> Bool
    /// The answer to a request that the transport refuses by itself; the status line and the
    /// connection's fate are the transport's.
    func refusal(status: Int, detail: String) -> Response
    /// A well-formed WebSocket handshake; `offered` are the configured subprotocols among those
    /// the client offers, in its order, and empty only if it offers none.
    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision

    /// A whole text message, valid UTF-8.
    func received(_ stream: Stream, text: [UInt8])
    /// A whole binary message.
    func received(_ stream: Stream, binary: [UInt8])
    /// The stream takes a message again; comes once for each `notifyWhenWritable()`.
    func writable(_ stream: Stream)
    /// The stream is gone. `code` is the close code its peer sent, else the one it was sent, and
    /// nil if the connection broke.
    func closed(_ stream: Stream, code: UInt16?)

    /// Somebody called `LoopHandle.wake()`, once or more often.
    func woken()
}

extension Handler {
    public func longBody(of request: Request) -> LongBody { .refused }

    public func takesChunks(_ request: Request) -> Bool { false }
}

/// What becomes of a WebSocket handshake.
public enum UpgradeDecision {
    /// `subprotocol` is one of those offered, or nil if none was. `opened` is called with the
    /// stream once it stands, before anything else of it is.
    case accept(subprotocol: Text?, opened: (Stream) -> Void)
    case refuse(Response)
}
