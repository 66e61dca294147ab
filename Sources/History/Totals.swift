package import Access
package import HTTPRouting
package import Journal
import LiveRooms
import Synchronization
package import Texts
import Wire

/// Answers questions about the gift totals of all rooms: starts the computations and keeps the rooms' caches.
package final class Totals: Sendable {
    /// The largest number of computations for one room at the same time.
    private static let roomLimit = 4

    private struct Shelf {
        var caches: [Text: TotalsCache] = [:]
        /// The cached rooms, least recently used first.
        var order: [Text] = []
        var jobs: [Text: Int] = [:]
    }

    /// The largest number of cached entries of all rooms together: by default about 30 MB.
    private let mostShares: Int
    private let shelf = Mutex(Shelf())

    package init(mostShares: Int = 200_000) { self.mostShares = mostShares }

    /// The computation of one answer, in steps.
    package final class Work: Sendable {
        private let totals: Totals
        private let room: Text
        private let job: Mutex<TotalsJob>
        private let isWanted = Atomic(true)

        fileprivate init(_ totals: Totals, _ room: Text, _ job: TotalsJob) {
            self.totals = totals
            self.room = room
            self.job = Mutex(job)
        }

        /// The result of a step.
        package enum Progress: Sendable {
            case more
            case done([UInt8])
        }

        /// Runs one step.
        package func step(_ journal: Journal) throws -> Progress {
            let history = journal.wholeHistory(of: room)
            return try job.withLock { job in
                let isDone = try job.step(history)
                guard isDone || !isWanted.load(ordering: .relaxed) else { return .more }
                totals.keep(job.cache, of: room)
                return .done(job.question.document(job.result).encoded)
            }
        }

        /// Runs the remaining steps, with other requests between them, and calls `reply` with the document.
        package func finish(
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
        package func giveUp() { isWanted.store(false, ordering: .relaxed) }

        deinit { totals.end(room) }
    }

    /// Begins the computation for the events up to `seq`. Throws if the room has too many computations.
    package func begin(
        _ question: TotalsQuestion, of room: Text, upTo seq: Int64
    ) throws(Problem) -> Work {
        let cache = shelf.withLock { shelf -> TotalsCache? in
            guard shelf.jobs[room, default: 0] < Self.roomLimit else { return nil }
            shelf.jobs[room, default: 0] += 1
            return shelf.caches[room] ?? TotalsCache(mostShares: mostShares)
        }
        guard let cache else { throw .tooManyQuestions }
        return Work(self, room, TotalsJob(question, upTo: seq, cache: cache))
    }

    private func end(_ room: Text) {
        shelf.withLock { shelf in
            shelf.jobs[room, default: 1] -= 1
            if shelf.jobs[room] == 0 { shelf.jobs[room] = nil }
        }
    }

    private func keep(_ cache: TotalsCache, of room: Text) {
        shelf.withLock { shelf in
            shelf.order.removeAll { $0 == room }
            shelf.order.append(room)
            shelf.caches[room] = cache
            var count = shelf.caches.values.reduce(0) { $0 + $1.shareCount }
            while count > mostShares, shelf.order.count > 1 {
                count -= shelf.caches.removeValue(forKey: shelf.order.removeFirst())!.shareCount
            }
        }
    }
}
