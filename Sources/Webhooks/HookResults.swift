import HTTPRouting
import LiveRooms

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
