/// The body of a request that is too long to keep in memory, which the handler reads piece by piece.
public final class RequestBody {
    /// The length of the whole body.
    public let byteCount: Int
    /// The number of bytes that the handler has not received.
    private(set) var left: Int
    private weak var connection: Connection?
    private var take: ((Piece) -> Void)?

    public enum Piece {
        /// More follows.
        case next([UInt8])
        case last([UInt8])
        /// The client has disconnected, or has its response: no further piece follows.
        case broken
    }

    init(byteCount: Int, connection: Connection) {
        self.byteCount = byteCount
        left = byteCount
        self.connection = connection
    }

    /// Calls `take` once with the next piece, on the loop's thread, at once or later.
    public func next(_ take: @escaping (Piece) -> Void) {
        guard let connection, left > 0 else { return take(.broken) }
        self.take = take
        connection.readBody()
    }

    /// True if the handler waits for a piece.
    var isWanted: Bool { take != nil }

    func give(_ bytes: [UInt8]) {
        guard let take else { return }
        self.take = nil
        left -= bytes.count
        take(left == 0 ? .last(bytes) : .next(bytes))
    }

    /// Ends the body: no more of it is read.
    func end() {
        connection = nil
        let take = take
        self.take = nil
        take?(.broken)
    }
}

/// The handling of a request's body that is longer than `Limits.bodyBytes`.
public enum LongBody: Sendable {
    case refused
    /// The body is received whole if it has at most `most` bytes; status 413 for more.
    case whole(most: Int)
    /// The handler receives the request before its body, and reads the body from the exchange. Status 413 for
    /// more than `most` bytes.
    case pieces(most: Int)
}
