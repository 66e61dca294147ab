/// What follows the first piece of an answer's body, made a piece at a time: called for the next once
/// the one before has gone out, so that no client that reads slowly has more of it kept than that.
///
/// It calls `take` once, on the loop's thread, at once or later; if the client has gone in the
/// meantime, that does nothing.
public typealias BodyRest = (_ take: @escaping (BodyPiece) -> Void) -> Void

/// A piece of an answer's body.
public enum BodyPiece: Sendable {
    /// More follows. Not empty.
    case next([UInt8])
    /// Perhaps empty.
    case last([UInt8])
    /// No more can be made: the connection ends, and the client knows that something is missing.
    case failed
}
