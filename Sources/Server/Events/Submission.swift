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
    /// The sender's right to record the event.
    let admission: Admission
    /// What its sender sent, if that is a change of the configuration of then.
    var patch: JSON?
    /// Why it is refused unless it was recorded before, whatever room there is.
    var fault: Problem?
    /// Tried again with, should the configuration from which `kind` was made be another by now on a log that
    /// is shared. Nil: it is made from none.
    var again: (() -> Void)?
    /// Whether a delivery says the same as the event that was recorded under its ID; nil: the bodies
    /// decide.
    var isSame: ((_ recorded: Event.Kind) -> Bool)?
    let completion: (Result<Acceptance, Problem>) -> Void

    /// The ID of the sender's key; nil: there is no key.
    var key: Text? { admission.key }

    /// Whether it is the event again that the journal keeps as `recorded`, sent as `body` now.
    ///
    /// The same change makes another configuration of another. So a change is the same if it changes
    /// nothing in the configuration that was recorded. A part of a streak, and what is held, is the same whenever it
    /// comes. So is what approves an event or takes it back: how many gifts that is about may have changed.
    func repeats(_ recorded: Text, sentAs body: Text) -> Bool {
        // Of a change that can't be made, `body` is the configuration as it is now.
        if recorded == body, patch == nil || fault == nil { return true }
        guard patch != nil || kind.isTimed || kind.subject != nil || isSame != nil else {
            return false
        }
        guard let json = try? JSON(parsing: Array(recorded.utf8)),
            let other = try? Event.Kind(stored: json)
        else { return false }
        if let subject = kind.subject { return subject == other.subject }
        if let isSame { return isSame(other) }
        // What is no object changes nothing, and can't be what was recorded.
        if let patch, case .object = patch, case .configure(let then) = other {
            return (try? ConfigurationDocument.patch(then, with: patch, from: .history)) == then
        }
        return patch == nil && kind.timeless == other.timeless
    }
}

extension Event.Kind {
    /// The event that it approves or takes back, from whose ID the server derives its ID.
    fileprivate var subject: Text? {
        if case .takeBack(let taken) = self { taken.id } else { approved }
    }

    /// Whether the time at which it came is a part of it.
    fileprivate var isTimed: Bool {
        switch self {
        case .gift(let gift, _): gift.streak != nil || gift.report != nil
        case .hold: true
        default: false
        }
    }

    /// Without the time at which it came.
    fileprivate var timeless: Event.Kind {
        if case .hold(let hold) = self {
            return .hold(
                Hold(
                    source: hold.source, wallMicroseconds: 0, kinds: hold.kinds.map(\.timeless)))
        }
        guard case .gift(let gift, let mark) = self else { return self }
        let streak = gift.streak.map {
            StreakPart(id: $0.id, isEnd: $0.isEnd, recurs: $0.recurs, wallMicroseconds: 0)
        }
        let report = gift.report.map {
            GiftReport(
                subject: $0.subject, reporter: $0.reporter, role: $0.role, wallMicroseconds: 0)
        }
        return .gift(
            Gift(
                sender: gift.sender, present: gift.present, count: gift.count, streak: streak,
                report: report),
            mark: mark)
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
