import Journal
import RedisJournal
import Stage
import Texts

/// An archived event whose outcome or status on the stage may still change.
struct OpenEvent {
    let seq: Int64
    let id: Text
    /// The outcome and the status in the archive.
    var known = RedisHistory.Fate(outcome: nil, life: nil)

    /// True if the event's status is final.
    var isSettled: Bool {
        guard isAlertSettled else { return false }
        return switch known.outcome {
        case nil: false
        case .applied, .merged: true
        case .skipped(let skip): skip != .held
        case .shown, .queued: known.life?.content.left != nil
        }
    }

    private var isAlertSettled: Bool {
        switch known.alert?.place {
        case nil, .dropped: true
        case .shown, .queued: known.life?.alert.left != nil
        }
    }

    /// Passes the changes in `fate` to `write`.
    mutating func note(_ fate: RedisHistory.Fate, of room: Text, write: (Record) -> Void) {
        if let outcome = fate.outcome, known.outcome != outcome || known.alert != fate.alert {
            (known.outcome, known.alert) = (outcome, fate.alert)
            write(.outcome(room: room, seq: seq, outcome, alert: fate.alert))
        }
        guard let life = fate.life, known.life != life else { return }
        let rule = known.alert?.rule ?? ""
        var milestones = milestones(life.content) + milestones(life.alert, rule: rule)
        if let time = life.messageHidden {
            milestones.append(Milestone(id: id, time: time, step: .messageHidden, rule: rule))
        }
        if !milestones.isEmpty { write(.milestones(room: room, milestones)) }
        if let wall = life.sentWallMicroseconds {
            write(.sent(room: room, ids: [id], wallMicroseconds: wall))
        }
        known.life = life
    }

    /// Returns the steps of the event's content, or of its alert by a rule.
    private func milestones(_ stay: StoredLife.Stay, rule: Text? = nil) -> [Milestone] {
        var milestones: [Milestone] = []
        if let time = stay.entered {
            milestones.append(Milestone(id: id, time: time, step: .entered, rule: rule))
        }
        if let time = stay.left, let reason = stay.reason {
            milestones.append(Milestone(id: id, time: time, step: .left(reason), rule: rule))
        }
        return milestones
    }
}
