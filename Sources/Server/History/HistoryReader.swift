import Journal
import Synchronization
import Texts
import Transport

/// Answers questions about what was, which need the disk, beside the loop.
///
/// Belongs to the loop's thread; what it works out is worked out on another.
final class HistoryReader {
    private typealias Answer = (ticket: UInt64, result: Result<any Sendable, Problem>)

    /// So many questions may wait for their answers, and so many of them about one room.
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

    /// Where questions wait for the other thread.
    private final class Questions: Sendable {
        let queue = Mutex(FairQueue<Question>())
    }

    init(journal: Journal, wake: @escaping @Sendable () -> Void) {
        self.journal = journal
        answers = Mailbox(wake: wake)
    }

    /// Whether nobody waits for an answer.
    var isIdle: Bool { askers.isEmpty }

    /// Works the answer to a call about a room out on another thread and replies on this one.
    func answer(
        _ call: Call, about room: Text,
        _ question: @escaping @Sendable (Journal) throws -> Response
    ) throws(Problem) {
        try ask(about: room, for: call.admission, question) { result in
            switch result {
            case .success(let response): call.reply(response)
            case .failure(let problem): call.reply(problem.response)
            }
        }
    }

    /// Works `question` out on another thread and calls `reply` on this one: with a problem if the right to the
    /// answer has ended by then.
    func ask<Value: Sendable>(
        about room: Text, for admission: Admission,
        _ question: @escaping @Sendable (Journal) throws -> Value,
        _ reply: @escaping (Result<Value, Problem>) -> Void
    ) throws(Problem) {
        guard askers.count < Self.limit, counts[room, default: 0] < Self.roomLimit else {
            throw .tooManyQuestions
        }
        askAgain(about: room, for: admission, question, reply)
    }

    /// `ask` for one who has had a part of the answer, and is not refused the rest.
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

    /// Replies with what has been worked out.
    func deliver() {
        for answer in answers.takeAll() {
            guard let asker = askers.removeValue(forKey: answer.ticket) else { continue }
            counts[asker.room, default: 1] -= 1
            if counts[asker.room] == 0 { counts[asker.room] = nil }
            asker.reply(answer.result)
        }
    }
}
