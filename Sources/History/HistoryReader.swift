package import Access
package import HTTPRouting
package import Journal
import LiveRooms
package import RoomRuntime
import Settings
import Synchronization
package import Texts
package import Transport

/// Reads the history on a background thread, for requests that need the disk.
///
/// Belongs to the event loop's thread; the questions run on the other thread.
package final class HistoryReader: ResultReceiver {
    private typealias Answer = (ticket: UInt64, result: Result<any Sendable, Problem>)

    /// The largest number of questions that may wait, in all and about one room.
    private static let limit = 256
    private static let roomLimit = 64

    private typealias Question = @Sendable () -> Void

    private struct Asker {
        let room: Text
        let reply: (Result<any Sendable, Problem>) -> Void
    }

    private let journal: Journal
    private let thread = BackgroundThread(name: "history")
    private let answers: Mailbox<Answer>
    private let questions = Questions()
    private var askers: [UInt64: Asker] = [:]
    private var counts: [Text: Int] = [:]
    private var nextTicket: UInt64 = 0

    /// The questions that wait for the background thread.
    private final class Questions: Sendable {
        let queue = Mutex(FairQueue<Question>())
    }

    package init(journal: Journal, wake: @escaping @Sendable () -> Void) {
        self.journal = journal
        answers = Mailbox(wake: wake)
    }

    /// True if no question waits for its answer.
    package var isIdle: Bool { askers.isEmpty }

    /// Runs `question` on the background thread, and replies to the call with its result.
    package func answer(
        _ call: Call, about room: Text,
        _ question: @escaping @Sendable (Journal) throws -> Response
    ) throws(Problem) {
        try ask(about: room, for: call.admission, question) { call.reply($0) }
    }

    /// As `answer`, about a room whose records the journal gets first.
    package func answer(
        _ call: Call, about room: RoomRecords,
        _ question: @escaping @Sendable (Journal) throws -> Response
    ) throws(Problem) {
        journal.write(room.take())
        try answer(call, about: room.name, question)
    }

    /// As `ask`, about a room whose records the journal gets first.
    package func ask<Value: Sendable>(
        about room: RoomRecords, for admission: Admission,
        _ question: @escaping @Sendable (Journal) throws -> Value,
        _ reply: @escaping (Result<Value, Problem>) -> Void
    ) throws(Problem) {
        journal.write(room.take())
        try ask(about: room.name, for: admission, question, reply)
    }

    /// Runs `question` on the background thread, and calls `reply` on this thread. The result is a problem if
    /// the right to the answer has ended by then. Throws if too many questions wait.
    package func ask<Value: Sendable>(
        about room: Text, for admission: Admission,
        _ question: @escaping @Sendable (Journal) throws -> Value,
        _ reply: @escaping (Result<Value, Problem>) -> Void
    ) throws(Problem) {
        guard askers.count < Self.limit, counts[room, default: 0] < Self.roomLimit else {
            throw .tooManyQuestions
        }
        askAgain(about: room, for: admission, question, reply)
    }

    /// As `ask`, for a request that has received a part of its answer: it is never refused.
    func askAgain<Value: Sendable>(
        about room: Text, for admission: Admission,
        _ question: @escaping @Sendable (Journal) throws -> Value,
        _ reply: @escaping (Result<Value, Problem>) -> Void
    ) {
        nextTicket += 1
        askers[nextTicket] = Asker(room: room) { result in
            if let problem = admission.problem { return reply(.failure(problem)) }
            reply(result.map { $0 as! Value })
        }
        counts[room, default: 0] += 1
        questions.queue.withLock { [nextTicket, journal, answers] queue in
            queue.add(
                { answers.put((nextTicket, Self.result { try question(journal) })) }, of: room)
        }
        thread.run { [questions] in questions.queue.withLock { $0.takeNext() }?() }
    }

    private static func result(_ question: () throws -> any Sendable) -> Result<
        any Sendable, Problem
    > {
        do {
            return .success(try question())
        } catch let problem as Problem {
            return .failure(problem)
        } catch let error as JournalError {
            return .failure(.unreadable(error))
        } catch {
            return .failure(.unreadable(.storage(code: 0, message: "\(error)")))
        }
    }

    /// Replies to the questions that the background thread has answered.
    package func deliver() {
        for answer in answers.takeAll() {
            guard let asker = askers.removeValue(forKey: answer.ticket) else { continue }
            counts[asker.room, default: 1] -= 1
            if counts[asker.room] == 0 { counts[asker.room] = nil }
            asker.reply(answer.result)
        }
    }
}
