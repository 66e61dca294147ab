import Stage

/// When a room may go: out of memory, or for good.
extension LiveRoom {
    /// Whether it stays however little happens in it: it has keys, or something is settled of it.
    private var isProvidedFor: Bool { provision.settingCount > 0 || !standing.isPlain }

    /// Whether it is one of the server's rooms no more, and what comes to its events concerns nobody.
    var isLetGo: Bool { isErased || isForsaken }

    var isUnwatched: Bool { audience.viewers.isEmpty && feed == nil }

    /// Whether no event was recorded or is on its way.
    var isUnrecorded: Bool { seq == 0 && pendingEvents.isEmpty }

    /// Whether nothing has happened here, nothing is about to, and nobody watches.
    var isUntouched: Bool { isUnrecorded && !isProvidedFor && isUnwatched }

    private static let soonNanoseconds: UInt64 = 60_000_000_000

    /// Whether it would be the same if it were brought back from the journal, and nobody watches it, nor
    /// will anything happen in it for a minute.
    func mayLeave(atNanoseconds now: UInt64) -> Bool {
        guard isUnwatched, pendingEvents.isEmpty, isSettled, !isAwaited, !isBeingErased,
            share?.isInDoubt != true, share?.isAwaited != true
        else { return false }
        guard goesOn else { return true }
        return !isMoving && dueNanoseconds.map { $0 > now + Self.soonNanoseconds } ?? true
    }

    /// Whether nothing is left of it that anybody could miss: all events are forgotten, none is on its
    /// way, it is as rooms begin that have `configuration`, has no keys, nothing is settled of it, and
    /// nobody watches.
    func isSpent(_ configuration: Configuration) -> Bool {
        hasForgottenAll && !isBeingErased && pendingEvents.isEmpty && !isProvidedFor && isUnwatched
            && room.isBare && self.configuration == configuration
    }
}
