import Stage
import Texts

/// What is to be heard in a room and has not been told: each cue is told once, though a room that is
/// shown ahead of its journal makes it twice.
struct CueSheet {
    private var untold: [SoundCue] = []
    /// Those that were told because of the copy that is shown ahead, and that the room itself has
    /// not come to yet.
    private var foretold: [SoundCue] = []
    /// Whether what comes in is not to be told: it happened while nobody was there to hear it.
    var isMuted = false
    /// So many of either are kept; the oldest are lost.
    private static let most = 1000

    /// Takes in what the room made, or its copy that is ahead of it.
    mutating func note(_ cues: [SoundCue], isAhead: Bool) {
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

    /// What is to be told now, once.
    mutating func takeAll() -> [SoundCue] {
        guard !untold.isEmpty else { return [] }
        defer { untold.removeAll() }
        return untold
    }

    mutating func drop() { if !untold.isEmpty { untold.removeAll() } }
}

extension LiveRoom {
    /// The files of the effects that come next.
    var upcomingFiles: [Text] { room.upcomingFiles }
}
