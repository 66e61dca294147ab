/// A function that makes the next piece of a long response's body. It is called once the piece before has been sent, so
/// that a slow client has at most one piece in memory.
///
/// It calls `take` once, on the loop's thread, at once or later. If the client has disconnected in the
/// meantime, that has no effect.
public typealias BodyRest = (_ take: @escaping (BodyPiece) -> Void) -> Void

/// A piece of a response's body.
public enum BodyPiece: Sendable {
    /// More pieces follow. This one is not empty.
    case next([UInt8])
    /// The last piece. It may be empty.
    case last([UInt8])
    /// The next piece can't be made: the connection is closed, so that the client notices the incomplete
    /// body.
    case failed
}
