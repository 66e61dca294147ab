import Journal
import Transport

/// A page of a room's history, made a piece at a time.
protocol HistoryPage: Sendable {
    /// Appends to `piece` what comes next; returns whether more follows. Looks at so few events that
    /// nobody else waits long.
    mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool
}

/// The answer to a request for a page of history, read from the disk as the client takes it: of a page
/// that a client takes slowly only a piece is kept, and rooms have their turns between two pieces.
final class HistoryAnswer {
    /// A piece of so many bytes goes out.
    static let pieceBytes = 64 << 10

    /// What one reading leaves to the next.
    private struct Turn: Sendable {
        var page: any HistoryPage
        var history: History?
        var piece: [UInt8] = []
        var hasMore = true
    }

    private let reader: HistoryReader
    private let call: Call

    init(to call: Call, _ reader: HistoryReader) {
        self.call = call
        self.reader = reader
    }

    /// Replies with `page` once its first piece has been read. Throws if too many wait for theirs.
    func reply(with page: any HistoryPage) throws(Problem) {
        try reader.ask(about: call.room, for: call.admission, work(on: Turn(page: page))) {
            [self] result in
            fill(result) { [self] result in
                switch result {
                case .failure(let problem): call.reply(problem.response)
                case .success(let turn) where turn.hasMore:
                    call.replyInPieces(.json(turn.piece), rest(after: turn))
                // The usual: nobody has to wait to be told how long it is.
                case .success(let turn): call.reply(.json(turn.piece))
                }
            }
        }
    }

    /// What makes the following pieces.
    private func rest(after turn: Turn) -> BodyRest {
        var newest = turn
        return { [self] take in
            newest.piece = []
            fill(.success(newest)) { result in
                switch result {
                case .failure: take(.failed)
                case .success(let turn):
                    newest = turn
                    take(turn.hasMore ? .next(turn.piece) : .last(turn.piece))
                }
            }
        }
    }

    /// Reads on until the piece is full or the page at its end.
    private func fill(
        _ result: Result<Turn, Problem>, _ done: @escaping (Result<Turn, Problem>) -> Void
    ) {
        guard case .success(let turn) = result, turn.hasMore, turn.piece.count < Self.pieceBytes
        else { return done(result) }
        reader.askAgain(about: call.room, for: call.admission, work(on: turn)) { [self] in
            fill($0, done)
        }
    }

    private func work(on turn: Turn) -> @Sendable (Journal) throws -> Turn {
        { [room = call.room] journal in
            var turn = turn
            let history = turn.history ?? journal.wholeHistory(of: room)
            turn.hasMore = try turn.page.append(to: &turn.piece, from: history)
            turn.history = history
            return turn
        }
    }
}
