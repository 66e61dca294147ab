import Journal
import RedisJournal
import Stage
import Texts

/// An event of which more may become known than the archive has.
struct OpenEvent {
    let seq: Int64
    let id: Text
    /// What the archive has.
    var known = RedisHistory.Fate(outcome: nil, life: nil)

    /// Whether nothing more will come.
    var isSettled: Bool {
        switch known.outcome {
        case nil: false
        case .applied, .merged: true
        case .skipped(let skip): skip != .held
        case .shown, .queued: known.life?.left != nil
        }
    }

    /// Hands what is new in `fate` to `write`.
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
