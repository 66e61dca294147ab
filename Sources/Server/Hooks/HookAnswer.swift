import Platforms
import Texts
import Transport
import Wire

/// Gathers what became of the events of one delivery, which come back one by one.
final class HookResults {
    typealias Answer = Result<Acceptance, Problem>

    private var answers: [Answer?]
    private let completion: ([Answer]) -> Void

    /// `completion` is called once all have come.
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

/// The answer to a delivery: `{"events": [receipt, …]}`.
///
/// One event that is refused has the whole delivery refused, so that the platform repeats it: what was
/// recorded is known then. A repeated ID with other content is refused too.
struct HookAnswer {
    let outcome: Deliveries.Outcome
    /// Why it is to be sent again.
    let problem: Problem?
    private let receipts: [JSON]

    /// `events`: what each answer is about.
    init(_ answers: [HookResults.Answer], to events: [HookEvent]) {
        var receipts: [JSON] = []
        var isNew = false
        var problem: Problem?
        for (answer, event) in zip(answers, events) {
            switch answer {
            case .success(let acceptance):
                receipts.append(acceptance.receipt.json)
                isNew = isNew || !acceptance.isRepeat
            // Under another configuration the same gift had another caption or counter beside it.
            case .failure(let refusal)
            where event.isBeside && refusal.type.word == ProblemType.idTaken.word:
                break
            case .failure(var refusal):
                if refusal.type.word == ProblemType.idTaken.word {
                    refusal.cause = event.id.map { .taken($0) }
                }
                problem = problem ?? refusal
            }
        }
        self.problem = problem
        self.receipts = receipts
        outcome = problem != nil ? .refused : isNew ? .recorded : .repeated
    }

    /// `takenStatus`: what the platform takes for a delivery's receipt.
    func response(takenStatus: Int) -> Response {
        problem?.response
            ?? .json(
                .object([.init("events", .array(receipts))]),
                status: outcome == .recorded ? takenStatus : 200)
    }
}
