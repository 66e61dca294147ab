/// A request's body that is too long to be kept: a piece of it is read when it is asked for, so that no more
/// of it than that is kept.
public final class RequestBody {
    /// How long all of it is.
    public let byteCount: Int
    /// How much of it has not been handed out.
    private(set) var left: Int
    private weak var connection: Connection?
    private var take: ((Piece) -> Void)?

    public enum Piece {
        /// More follows.
        case next([UInt8])
        case last([UInt8])
        /// The client has gone, or has its answer: nothing follows.
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

    /// Whether somebody waits for a piece.
    var isWanted: Bool { take != nil }

    func give(_ bytes: [UInt8]) {
        guard let take else { return }
        self.take = nil
        left -= bytes.count
        take(left == 0 ? .last(bytes) : .next(bytes))
    }

    /// No more of it will be read.
    func end() {
        connection = nil
        let take = take
        self.take = nil
        take?(.broken)
    }
}

/// What becomes of a request's body that is longer than `Limits.bodyBytes`.
public enum LongBody: Sendable {
    case refused
    /// It is taken like any other if it has `most` bytes at the most; more is 413.
    case whole(most: Int)
    /// The request is answered before its body has come, which its exchange has then; more than `most`
    /// bytes are 413.
    case pieces(most: Int)
}
