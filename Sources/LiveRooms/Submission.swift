package import Access
import Broadcast
package import HTTPRouting
import Journal
package import Stage
package import Texts
package import Wire

/// An event that a client or a source submits to a room, with the callback for its answer.
package struct Submission {
    package let room: LiveRoom
    /// The ID that the sender gave the event, which makes it safe to repeat.
    let id: Text?
    package var kind: Event.Kind
    /// The sender's right to record the event.
    package let admission: Admission
    /// The sender's JSON patch, if the event is a change of the present configuration.
    var patch: JSON?
    /// A reason to refuse the event unless it was recorded before.
    var fault: Problem?
    /// Makes the event again from the newest configuration and submits it, after a change of the configuration
    /// that `kind` was made from. Nil: `kind` does not depend on the present configuration.
    package var again: (() -> Void)?
    /// Compares a delivery with the event that was recorded under its ID; nil: the bodies are compared.
    var isSame: ((_ recorded: Event.Kind) -> Bool)?
    let completion: (Result<Acceptance, Problem>) -> Void

    package init(
        room: LiveRoom, id: Text?, kind: Event.Kind, admission: Admission, patch: JSON? = nil,
        fault: Problem? = nil, again: (() -> Void)? = nil,
        isSame: ((_ recorded: Event.Kind) -> Bool)? = nil,
        completion: @escaping (Result<Acceptance, Problem>) -> Void
    ) {
        self.room = room
        self.id = id
        self.kind = kind
        self.admission = admission
        self.patch = patch
        self.fault = fault
        self.again = again
        self.isSame = isSame
        self.completion = completion
    }

    /// The ID of the sender's key; nil: there is no key.
    package var key: Text? { admission.key }

    /// True if this submission, with the body `body`, is a repeat of the recorded event.
    ///
    /// The same patch makes different documents from different configurations. So a patch is a repeat if it changes
    /// nothing in the recorded configuration. A part of a streak and a held delivery are repeats whatever their times.
    /// The approval, retraction or replay of an event is a repeat whenever it names the same event, because the number of
    /// affected gifts may have changed, or a moderator may have hidden the message.
    package func repeats(_ recorded: Text, sentAs body: Text) -> Bool {
        // For a patch that can't be applied, `body` is the present configuration, so that equality would prove no
        // repeat.
        if recorded == body, patch == nil || fault == nil { return true }
        guard patch != nil || kind.isTimed || kind.subject != nil || isSame != nil else {
            return false
        }
        guard let json = try? JSON(parsing: Array(recorded.utf8)),
            let other = try? Event.Kind(stored: json)
        else { return false }
        if let subject = kind.subject { return subject == other.subject }
        if let isSame { return isSame(other) }
        // A patch that is not an object changes nothing and was never recorded.
        if let patch, case .object = patch, case .configure(let then) = other {
            return (try? ConfigurationDocument.patch(then, with: patch, from: .history)) == then
        }
        return patch == nil && kind.timeless == other.timeless
    }
}

extension Event.Kind {
    /// The other event that this event approves, retracts or shows again.
    fileprivate enum Subject: Equatable {
        case approved(Text)
        case retracted(Text)
        case replayed(Text)
    }

    fileprivate var subject: Subject? {
        if case .takeBack(let taken) = self { return .retracted(taken.id) }
        return approved.map(Subject.approved) ?? original.map(Subject.replayed)
    }

    /// True if the event contains the time of its arrival.
    fileprivate var isTimed: Bool {
        switch self {
        case .gift(let gift, _): gift.streak != nil || gift.report != nil
        case .hold: true
        case .clock(_, let update): update.wallMicroseconds != nil
        case .changeClock(_, let change): change.wallMicroseconds != nil
        default: false
        }
    }

    /// A copy with the time of its arrival, if the event starts a clock that loses time while room time stands still.
    func stamped(at wall: WallTime) -> Event.Kind {
        switch self {
        case .clock(let name, var update) where update.standing == .wall:
            update.wallMicroseconds = wall.microseconds
            return .clock(name: name, update)
        case .changeClock(let name, var change) where change.isRunning == true:
            change.wallMicroseconds = wall.microseconds
            return .changeClock(name: name, change)
        default: return self
        }
    }

    /// A copy without the time of its arrival.
    fileprivate var timeless: Event.Kind {
        switch self {
        case .clock(let name, var update):
            update.wallMicroseconds = nil
            return .clock(name: name, update)
        case .changeClock(let name, var change):
            change.wallMicroseconds = nil
            return .changeClock(name: name, change)
        default: break
        }
        if case .hold(let hold) = self {
            return .hold(
                HeldEvent(
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
                sender: gift.sender, item: gift.item, count: gift.count, streak: streak,
                report: report, message: gift.message, origin: gift.origin),
            mark: mark)
    }
}

/// The result of a submission that was not refused.
package struct Acceptance {
    package let receipt: Receipt
    /// True if the same event was recorded before. The receipt is that of the first one.
    package var isRepeat = false
    /// The recorded body. It may include the ID of the sender's key.
    package let body: Text

    /// The configuration that the event has set.
    package var configuration: JSON { (try? JSON(parsing: Array(body.utf8)))?["config"] ?? .null }
}
