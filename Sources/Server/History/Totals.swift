import Access
import HTTPRouting
import Journal
import Synchronization
import Texts
import Wire

/// Computes the gift totals of rooms from their histories, and caches partial totals for later questions.
final class Totals: Sendable {
    /// The largest number of computations for one room at the same time.
    private static let roomLimit = 4

    private struct Shelf {
        var books: [Text: TotalsBook] = [:]
        /// The cached rooms, least recently used first.
        var order: [Text] = []
        var surveys: [Text: Int] = [:]
    }

    /// The largest number of cached entries of all rooms together: by default about 30 MB.
    private let mostShares: Int
    private let shelf = Mutex(Shelf())

    init(mostShares: Int = 200_000) { self.mostShares = mostShares }

    /// The computation of one answer, in steps.
    final class Work: Sendable {
        private let totals: Totals
        private let room: Text
        private let survey: Mutex<TotalsSurvey>
        private let isWanted = Atomic(true)

        fileprivate init(_ totals: Totals, _ room: Text, _ survey: TotalsSurvey) {
            self.totals = totals
            self.room = room
            self.survey = Mutex(survey)
        }

        /// The result of a step.
        enum Progress: Sendable {
            case more
            case done([UInt8])
        }

        /// Runs one step.
        func step(_ journal: Journal) throws -> Progress {
            let history = journal.wholeHistory(of: room)
            return try survey.withLock { survey in
                let isDone = try survey.step(history)
                guard isDone || !isWanted.load(ordering: .relaxed) else { return .more }
                totals.keep(survey.book, of: room)
                return .done(survey.question.document(survey.result).encoded)
            }
        }

        /// Runs the remaining steps, with other requests between them, and calls `reply` with the document.
        func finish(
            _ result: Result<Progress, Problem>, _ reader: HistoryReader, for admission: Admission,
            _ reply: @escaping (Result<[UInt8], Problem>) -> Void
        ) {
            switch result {
            case .failure(let problem): reply(.failure(problem))
            case .success(.done(let document)): reply(.success(document))
            case .success(.more):
                reader.askAgain(about: room, for: admission, step) { [self] in
                    finish($0, reader, for: admission, reply)
                }
            }
        }

        /// Ends the computation with its next step, because the client has disconnected.
        func giveUp() { isWanted.store(false, ordering: .relaxed) }

        deinit { totals.end(room) }
    }

    /// Begins the computation for the events up to `seq`. Throws if the room has too many computations.
    func begin(
        _ question: TotalsQuestion, of room: Text, upTo seq: Int64
    ) throws(Problem) -> Work {
        let book = shelf.withLock { shelf -> TotalsBook? in
            guard shelf.surveys[room, default: 0] < Self.roomLimit else { return nil }
            shelf.surveys[room, default: 0] += 1
            return shelf.books[room] ?? TotalsBook(mostShares: mostShares)
        }
        guard let book else { throw .tooManyQuestions }
        return Work(self, room, TotalsSurvey(question, upTo: seq, book: book))
    }

    private func end(_ room: Text) {
        shelf.withLock { shelf in
            shelf.surveys[room, default: 1] -= 1
            if shelf.surveys[room] == 0 { shelf.surveys[room] = nil }
        }
    }

    private func keep(_ book: TotalsBook, of room: Text) {
        shelf.withLock { shelf in
            shelf.order.removeAll { $0 == room }
            shelf.order.append(room)
            shelf.books[room] = book
            var count = shelf.books.values.reduce(0) { $0 + $1.shareCount }
            while count > mostShares, shelf.order.count > 1 {
                count -= shelf.books.removeValue(forKey: shelf.order.removeFirst())!.shareCount
            }
        }
    }
}
