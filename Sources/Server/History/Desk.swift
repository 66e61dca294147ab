import Dispatch
import Journal
import Synchronization
import Texts
import Transport

/// Answers questions that need the disk or much thought, beside the loop.
///
/// Belongs to the loop's thread; what it works out is worked out on another.
final class Desk {
    private typealias Answer = (ticket: UInt64, result: Result<any Sendable, Problem>)

    /// So many may wait for an answer, and so many of them for one about one room.
    private static let limit = 256
    private static let roomLimit = 64

    private typealias Question = @Sendable () -> Void

    private struct Asker {
        let room: Text
        let reply: (Result<any Sendable, Problem>) -> Void
    }

    private let journal: Journal
    private let queue = DispatchQueue(label: "ovation.desk")
    private let answers: AnswerBox
    private let docket = Shelf()
    private var askers: [UInt64: Asker] = [:]
    private var counts: [Text: Int] = [:]
    private var nextTicket: UInt64 = 0

    /// Where questions wait for the other thread.
    private final class Shelf: Sendable {
        let questions = Mutex(Docket<Question>())
    }

    /// Where answers wait for the loop's thread.
    private final class AnswerBox: Sendable {
        let answers = Mutex<[Answer]>([])
        let wake: @Sendable () -> Void

        init(wake: @escaping @Sendable () -> Void) {
            self.wake = wake
        }

        func put(_ answer: Answer) {
            answers.withLock { $0.append(answer) }
            wake()
        }
    }

    init(journal: Journal, wake: @escaping @Sendable () -> Void) {
        self.journal = journal
        answers = AnswerBox(wake: wake)
    }

    /// Whether nobody waits for an answer.
    var isIdle: Bool { askers.isEmpty }

    /// Works an answer about a room out on another thread and replies on this one.
    func ask(
        about room: Text, _ reply: @escaping (Response) -> Void,
        _ question: @escaping @Sendable (Journal) throws -> Response
    ) throws(Problem) {
        try ask(about: room, question) { result in
            switch result {
            case .success(let response): reply(response)
            case .failure(let problem): reply(problem.response)
            }
        }
    }

    /// Works `question` out on another thread and calls `reply` on this one.
    func ask<Value: Sendable>(
        about room: Text, _ question: @escaping @Sendable (Journal) throws -> Value,
        _ reply: @escaping (Result<Value, Problem>) -> Void
    ) throws(Problem) {
        guard askers.count < Self.limit, counts[room, default: 0] < Self.roomLimit else {
            throw .tooManyQuestions
        }
        nextTicket += 1
        askers[nextTicket] = Asker(room: room) { result in reply(result.map { $0 as! Value }) }
        counts[room, default: 0] += 1
        docket.questions.withLock { [nextTicket, journal, answers] docket in
            docket.add(
                { answers.put((nextTicket, Self.result { try question(journal) })) }, of: room)
        }
        queue.async { [docket] in docket.questions.withLock { $0.takeNext() }?() }
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
        let ready = answers.answers.withLock { answers in
            defer { answers.removeAll() }
            return answers
        }
        for answer in ready {
            guard let asker = askers.removeValue(forKey: answer.ticket) else { continue }
            counts[asker.room, default: 1] -= 1
            if counts[asker.room] == 0 { counts[asker.room] = nil }
            asker.reply(answer.result)
        }
    }
}
