package import Access
package import HTTPRouting
import Journal
import LiveRooms
package import RoomRuntime
import Transport

/// An HTTP response with a page of history, which is read from the disk as fast as the client receives it. At most one
/// piece is in memory, and other requests are served between two pieces.
package final class HistoryAnswer {
    /// A piece of this size is sent.
    static let pieceBytes = 64 << 10

    /// The state between two reads.
    private struct Turn: Sendable {
        var page: any HistoryPage
        var history: History?
        var piece: [UInt8] = []
        var hasMore = true
    }

    private let reader: HistoryReader
    private let call: Call

    package init(to call: Call, _ reader: HistoryReader) {
        self.call = call
        self.reader = reader
    }

    /// Replies with `page` of a room's history once its first piece has been read. Throws if too many requests wait.
    package func reply(with page: any HistoryPage, of room: RoomRecords) throws(Problem) {
        try reader.ask(about: room, for: call.admission, work(on: Turn(page: page))) {
            [self] result in
            fill(result) { [self] result in
                switch result {
                case .failure(let problem): call.reply(problem.response)
                case .success(let turn) where turn.hasMore:
                    call.replyInPieces(.json(turn.piece), rest(after: turn))
                // A page of one piece, as most are, is sent with its length.
                case .success(let turn): call.reply(.json(turn.piece))
                }
            }
        }
    }

    /// Returns the function that reads the following pieces.
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

    /// Reads until the piece is full or the page is complete.
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
