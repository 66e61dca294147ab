import Texts

/// What is known of a room beside its events, whether it is in memory or not: few rooms have any.
final class Provision {
    /// What is settled of it.
    var standing = Standing()
    /// The number of its settings, with those on their way to the log. A room with settings stays.
    var settingCount = 0
    /// The ids of the keys whose viewers alone count as visible; none: all do.
    var pinnedKeys: Set<Text> = []
    /// Whether the room is about to be erased, and takes no events.
    var isBeingErased = false
    /// Whether it is erased: the journal is told nothing of it any more.
    var isErased = false

    /// Whether there is nothing to be known.
    var isPlain: Bool { standing.isPlain && settingCount == 0 && pinnedKeys.isEmpty }

    /// Whether the room has gone, or is about to.
    var isLeaving: Bool { isBeingErased || isErased }
}

/// Why a room's time may run although nobody watches, as the journal does not know it.
struct Beginning: Equatable {
    /// True after the first frame to a viewer that counts, since the server's start.
    var wasServed = false
    /// Whether somebody asked for it.
    var isAsked = false
}
