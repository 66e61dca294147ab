import Stage

/// Decides when a live room may leave memory or be erased.
extension LiveRoom {
    /// True if the room has keys or admin settings, so that it stays even without events.
    private var isProvidedFor: Bool { provision.settingCount > 0 || !standing.isPlain }

    /// True if the room was erased or replaced. Results of its events are ignored then.
    var isLetGo: Bool { isErased || isForsaken }

    var isUnwatched: Bool { audience.viewers.isEmpty && feed == nil }

    /// True if the room has no recorded and no pending events.
    var isUnrecorded: Bool { seq == 0 && pendingEvents.isEmpty }

    /// True if the room has no events, settings, viewers or studios.
    var isUntouched: Bool { isUnrecorded && !isProvidedFor && isUnwatched }

    private static let soonNanoseconds: UInt64 = 60_000_000_000

    /// True if the room may leave memory: the journal can restore it exactly, it has no viewers and no pending work,
    /// and no change is due in the next minute.
    func mayLeave(atNanoseconds now: UInt64) -> Bool {
        guard isUnwatched, pendingEvents.isEmpty, isSettled, !isAwaited, !isBeingErased,
            share?.isInDoubt != true, share?.isAwaited != true
        else { return false }
        guard goesOn else { return true }
        return !isMoving && dueNanoseconds.map { $0 > now + Self.soonNanoseconds } ?? true
    }

    /// True if the room has no content that a user could miss: all its events are forgotten, none is pending, its state
    /// and its configuration are those of a new room, it has no keys or admin settings, and it has no viewers.
    func isSpent(_ configuration: Configuration) -> Bool {
        hasForgottenAll && !isBeingErased && pendingEvents.isEmpty && !isProvidedFor && isUnwatched
            && room.isBare && self.configuration == configuration
    }
}
