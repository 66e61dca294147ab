import Transport

/// Those who watch a room.
extension LiveRoom {
    /// The streams of all its viewers and studios.
    var streams: [Stream] {
        audience.viewers.map(\.stream) + (feed?.studios.map(\.stream) ?? [])
    }

    /// Notes whether a viewer counts as visible by now; returns whether that is new.
    func updateVisibility(of viewer: Viewer) -> Bool {
        let pinned = provision.pinnedKeys
        let counts = pinned.isEmpty || viewer.caller.key.map(pinned.contains) ?? false
        let isVisible = viewer.saysVisible && counts
        guard viewer.isVisible != isVisible else { return false }
        audience.setVisibility(of: viewer, isVisible: isVisible)
        return true
    }

    /// What nobody is there to hear is not heard later.
    func dropUnheardCues() { if audience.viewers.isEmpty { cues.drop() } }
}
