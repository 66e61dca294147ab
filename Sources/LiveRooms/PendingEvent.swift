package import Access
package import HTTPRouting
package import Journal
package import Texts
package import Wire

/// An event that was accepted but is not on the disk yet, with the senders that wait for its answer.
package final class PendingEvent {
    package let ticket: UInt64
    package let id: Text
    package let submission: Submission
    /// The event as the journal keeps it, but without the sender's key.
    package let body: Text
    package let wallTime = WallTime.now
    /// Callers that have sent the same event again in the meantime.
    package var repeats: [(Result<Acceptance, Problem>) -> Void] = []
    /// The result of applying the event, if it was applied before the journal's answer came.
    package var receipt: Receipt?
    /// The reason why the journal does not know whether the event is recorded; nil if it does. The callers were
    /// answered with it.
    package var doubt: JournalError?

    /// The event's body for studios, with the ID of the sender's key.
    package var told: JSON {
        let happened = JSON(submission.kind)
        guard let key = submission.key else { return happened }
        return .object(happened.members + [.init("by", .string(key))])
    }

    package init(ticket: UInt64, submission: Submission) {
        self.ticket = ticket
        id = submission.id ?? EventID.random(at: wallTime)
        self.submission = submission
        body = Text(decoding: JSON(submission.kind).encoded)
    }

    /// Answers all callers.
    package func answer(_ result: Result<Acceptance, Problem>) {
        submission.completion(result)
        if repeats.isEmpty { return }
        let repeated = result.map {
            Acceptance(receipt: $0.receipt, isRepeat: true, body: $0.body)
        }
        let completions = repeats
        repeats = []
        for completion in completions { completion(repeated) }
    }

    /// Continues once the disk has recorded or refused the event. It may have been a repeat, so the continuation looks
    /// at the recorded events. `failed` gets the problem if the continuation throws, or if the outcome stays unknown.
    package func whenDecided(
        failed: @escaping (Problem) -> Void, _ body: @escaping () throws(Problem) -> Void
    ) {
        if let doubt { return failed(.journalUnsure(doubt)) }
        repeats.append { _ in
            do throws(Problem) {
                try body()
            } catch {
                failed(error)
            }
        }
    }

    /// Continues a call once the disk has recorded or refused the event.
    package func whenDecided(_ call: Call, _ body: @escaping () throws(Problem) -> Void) {
        whenDecided(failed: { call.reply($0.response) }, body)
    }
}
