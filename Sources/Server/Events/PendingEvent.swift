import Journal
import Texts
import Wire

/// An event on its way, and everybody who waits for its answer.
final class PendingEvent {
    let ticket: UInt64
    let id: Text
    let submission: Submission
    /// The event as the journal keeps it.
    let body: Text
    let wallTime = WallTime.now
    /// Those who sent the same event again in the meantime.
    var repeats: [(Result<Acceptance, Problem>) -> Void] = []
    /// What became of it, if the log told of it before its verdict has come.
    var receipt: Receipt?
    /// Why it can't be known whether it was recorded; it was answered so.
    var doubt: JournalError?

    /// What is told of it: what happened, and by whose key.
    var told: JSON {
        let happened = JSON(submission.kind)
        guard let key = submission.key else { return happened }
        return .object(happened.members + [.init("by", .string(key))])
    }

    init(ticket: UInt64, submission: Submission) {
        self.ticket = ticket
        id = submission.id ?? EventID.random(at: wallTime)
        self.submission = submission
        body = Text(decoding: JSON(submission.kind).encoded)
    }

    /// Tells all who wait for it what became of it.
    func answer(_ result: Result<Acceptance, Problem>) {
        submission.completion(result)
        if repeats.isEmpty { return }
        let repeated = result.map {
            Acceptance(receipt: $0.receipt, isRepeat: true, body: $0.body)
        }
        let completions = repeats
        repeats = []
        for completion in completions { completion(repeated) }
    }
}
