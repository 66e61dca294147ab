import Stage
import Texts

/// The queue of a room's sound cues that were not sent to its viewers yet.
///
/// Each cue is sent once, although the room makes it twice when it is shown speculatively: the copy of the room makes
/// it first, and the room itself later.
struct PendingCues {
    private var untold: [SoundCue] = []
    /// Cues that the speculative copy has made and the room itself has not made yet.
    private var foretold: [SoundCue] = []
    /// True while new cues are dropped: they belong to a time when nobody was connected to hear them.
    var isMuted = false
    /// The maximum length of each list. A full list drops its oldest half.
    private static let most = 1000

    /// Adds the cues that the room has made, or with `isAhead` its speculative copy.
    package mutating func note(_ cues: [SoundCue], isAhead: Bool) {
        for cue in cues {
            let known = foretold.firstIndex { $0.cause == cue.cause && $0.id == cue.id }
            if let known {
                if !isAhead { foretold.remove(at: known) }
                continue
            }
            if isAhead { Self.add(cue, to: &foretold) }
            if !isMuted { Self.add(cue, to: &untold) }
        }
    }

    private static func add(_ cue: SoundCue, to cues: inout [SoundCue]) {
        if cues.count == most { cues.removeFirst(most / 2) }
        cues.append(cue)
    }

    /// Returns the cues to send and removes them from the list.
    package mutating func takeAll() -> [SoundCue] {
        guard !untold.isEmpty else { return [] }
        defer { untold.removeAll() }
        return untold
    }

    package mutating func drop() { if !untold.isEmpty { untold.removeAll() } }
}
