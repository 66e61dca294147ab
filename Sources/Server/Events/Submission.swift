import Journal
import Stage
import Texts
import Wire

/// An event on its way into a room, and who wants to know what became of it.
struct Submission {
    let room: LiveRoom
    /// The id its sender gave it, which makes it safe to repeat.
    let id: Text?
    let kind: Event.Kind
    /// The id of the key by which it came; nil: without one.
    var key: Text?
    /// What its sender sent, if that is a change of the configuration of then.
    var patch: JSON?
    /// Why it is refused unless it was recorded before, whatever room there is.
    var fault: Problem?
    let completion: (Result<Acceptance, Problem>) -> Void

    /// Whether it is the event again that the journal keeps as `recorded`, sent as `body` now.
    ///
    /// The same change makes another configuration of another. So a change is the same if it changes
    /// nothing in the configuration that was recorded.
    func repeats(_ recorded: Text, sentAs body: Text) -> Bool {
        guard let patch else { return recorded == body }
        guard let json = try? JSON(parsing: Array(recorded.utf8)),
            case .configure(let then) = try? Event.Kind(stored: json)
        else { return false }
        return
            (try? ConfigurationDocument.patch(
                then, with: patch, from: .history)) == then
    }
}

/// What became of a submission that was not refused.
struct Acceptance {
    let receipt: Receipt
    /// The same event had been recorded before; this is the answer it got then.
    var isRepeat = false
    /// The event as the journal keeps it.
    let body: Text

    /// The configuration that the event brought.
    var configuration: JSON { (try? JSON(parsing: Array(body.utf8)))?["config"] ?? .null }
}
