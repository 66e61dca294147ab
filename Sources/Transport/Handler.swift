public import Texts

/// The interface of the program that owns an event loop and handles its requests and streams, such as `Application`. Every call is on the
/// loop's thread.
public protocol Handler: AnyObject {
    /// Handles a complete, well-formed request. The handler must answer `exchange` once, now or later.
    func respond(to request: Request, exchange: Exchange)
    /// Returns how to handle a body that is longer than `Limits.bodyBytes`, after the request's head.
    func longBody(of request: Request) -> LongBody
    /// Returns true if a request may have a chunked body, which tunnels send.
    func takesChunks(_ request: Request) -> Bool
    /// Returns the response to a request that the transport refuses. The transport sets its status, and
    /// decides if the connection stays open.
    func refusal(status: Int, detail: String) -> Response
    /// Accepts or refuses a well-formed WebSocket handshake. `offered`: the configured subprotocols that the
    /// client offers, in its order; empty only if the client offers no subprotocol.
    func accept(upgrade request: Request, offered: [Text]) -> UpgradeDecision

    /// Handles a complete text message, which is valid UTF-8.
    func received(_ stream: Stream, text: [UInt8])
    /// Handles a complete binary message.
    func received(_ stream: Stream, binary: [UInt8])
    /// Called once for each `notifyWhenWritable()`, when the stream accepts a message again.
    func writable(_ stream: Stream)
    /// Called when the stream has ended. `code`: the close code that the client sent, or else the code that
    /// it was sent; nil if the connection broke.
    func closed(_ stream: Stream, code: UInt16?)

    /// Called after one or more calls of `LoopHandle.wake()`.
    func woken()
}

extension Handler {
    public func longBody(of request: Request) -> LongBody { .refused }

    public func takesChunks(_ request: Request) -> Bool { false }
}

/// The decision about a WebSocket handshake.
public enum UpgradeDecision {
    /// `subprotocol` is one of the offered ones, or nil if the client offers none. `opened` is called with
    /// the open stream, before any other call about the stream.
    case accept(subprotocol: Text?, opened: (Stream) -> Void)
    case refuse(Response)
}
