import Transport

/// Those who watch a room.
extension LiveRoom {
    /// The streams of all its viewers and studios.
    var streams: [Stream] {
        audience.viewers.map(\.stream) + (feed?.studios.map(\.stream) ?? [])
    }

    /// Notes whether a viewer counts as visible by now; returns whether that is new.
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

    /// Notes that a viewer has been sent a frame. Returns whether it is the first of the room that counts since the
    /// server's start.
    func noteServed(_ viewer: Viewer) -> Bool {
        guard !audience.hasBeenServed, viewer.counts, viewer.sentSeq > 0, counts(viewer) else {
            return false
        }
        audience.hasBeenServed = true
        return true
    }

    /// What nobody is there to hear is not heard later.
    func dropUnheardCues() { if audience.viewers.isEmpty { cues.drop() } }
}
