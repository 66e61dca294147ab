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
}
