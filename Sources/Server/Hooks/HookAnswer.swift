import HTTPRouting
import Platforms
import Texts
import Transport
import Wire

/// Collects the results of a delivery's events, which arrive one by one, for one answer to the platform.
final class HookResults {
    typealias Answer = Result<Acceptance, Problem>

    private var answers: [Answer?]
    private let completion: ([Answer]) -> Void

    /// `completion` is called once all results have arrived.
    init(count: Int, completion: @escaping ([Answer]) -> Void) {
        answers = Array(repeating: nil, count: count)
        self.completion = completion
    }

    func put(_ answer: Answer, at place: Int) {
        answers[place] = answer
        let all = answers.compactMap(\.self)
        if all.count == answers.count { completion(all) }
    }
}

/// The HTTP answer to a platform's delivery, with a receipt for each event. Its form is `{"events": [receipt, …]}`.
///
/// If one event is refused, the whole delivery is refused, so that the platform repeats it: events that were
/// recorded are then recognized. A repeated ID with other content is refused too.
struct HookAnswer {
    let outcome: Deliveries.Outcome
    /// The reason for the refusal; nil: the delivery was accepted.
    let problem: Problem?
    private let receipts: [JSON]

    /// `events`: the event of each answer.
    init(_ answers: [HookResults.Answer], to events: [HookEvent]) {
        var receipts: [JSON] = []
        var isNew = false
        var problem: Problem?
        for (answer, event) in zip(answers, events) {
            switch answer {
            case .success(let acceptance):
                receipts.append(acceptance.receipt.json)
                isNew = isNew || !acceptance.isRepeat
            // With another configuration, the same gift had another caption or counter beside it.
            case .failure(let refusal)
            where event.isBeside && refusal.type.word == ProblemType.idTaken.word:
                break
            case .failure(var refusal):
                if refusal.type.word == ProblemType.idTaken.word, let id = event.id {
                    refusal.cause = Reason.taken(id)
                }
                problem = problem ?? refusal
            }
        }
        self.problem = problem
        self.receipts = receipts
        outcome = problem != nil ? .refused : isNew ? .recorded : .repeated
    }

    /// `takenStatus`: the status that the platform expects for an accepted delivery.
    func response(takenStatus: Int) -> Response {
        problem?.response
            ?? .json(
                .object([.init("events", .array(receipts))]),
                status: outcome == .recorded ? takenStatus : 200)
    }
}
