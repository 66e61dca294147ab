import HTTPRouting
import History
import LiveRooms
import Platforms
import Texts
import Transport
import Wire

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
