import Access
import Transport

/// Keeps track of a live room's viewers, and which of them are visible.
extension LiveRoom {
    /// The streams of all viewers and studios of the room.
    var streams: [Stream] {
        audience.viewers.map(\.stream) + (feed?.studios.map(\.stream) ?? [])
    }

    /// Updates whether a viewer counts as visible; returns true if that has changed.
    func updateVisibility(of viewer: Viewer) -> Bool {
        let isVisible = viewer.saysVisible && counts(viewer)
        guard viewer.isVisible != isVisible else { return false }
        audience.setVisibility(of: viewer, isVisible: isVisible)
        return true
    }

    /// True if a viewer counts. Beside pinned keys, viewers with other keys do not count.
    func counts(_ viewer: Viewer) -> Bool {
        let pinned = provision.pinnedKeys
        return pinned.isEmpty || viewer.caller.key.map(pinned.contains) ?? false
    }

    /// Notes that a viewer has been sent a frame. Returns true if it is the first frame since the server's start to a
    /// viewer of this room that counts.
    func noteServed(_ viewer: Viewer) -> Bool {
        guard !audience.hasBeenServed, viewer.counts, viewer.sentSeq > 0, counts(viewer) else {
            return false
        }
        audience.hasBeenServed = true
        return true
    }

    /// Drops the waiting sounds if the room has no viewers, so that they are not played later.
    func dropUnheardCues() { if audience.viewers.isEmpty { cues.drop() } }
}
