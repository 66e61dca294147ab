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
        switch known.outcome {
        case nil: false
        case .applied, .merged: true
        case .skipped(let skip): skip != .held
        case .shown, .queued: known.life?.left != nil
        }
    }

    /// Passes the changes in `fate` to `write`.
    mutating func note(_ fate: RedisHistory.Fate, of room: Text, write: (Record) -> Void) {
        if let outcome = fate.outcome, known.outcome != outcome {
            known.outcome = outcome
            write(.outcome(room: room, seq: seq, outcome))
        }
        guard let life = fate.life, known.life != life else { return }
        var milestones: [Milestone] = []
        if let time = life.entered {
            milestones.append(Milestone(id: id, time: time, step: .entered))
        }
        if let time = life.left, let reason = life.reason {
            milestones.append(Milestone(id: id, time: time, step: .left(reason)))
        }
        if !milestones.isEmpty { write(.milestones(room: room, milestones)) }
        if let wall = life.sentWallMicroseconds {
            write(.sent(room: room, ids: [id], wallMicroseconds: wall))
        }
        known.life = life
    }
}
