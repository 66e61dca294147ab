public import Texts

/// What a server is told by a log that it shares with others.
public enum News: Sendable, Hashable {
    /// An event has been recorded. If it is not the next one, those between have to be read.
    case event(room: Text, StoredEvent)
    /// A room has begun, with this configuration; its first event follows.
    case born(room: Text, configuration: Text, clock: RoomClock)
    /// A room's time runs otherwise from now on.
    case clock(room: Text, RoomClock)
    case erased(room: Text)
    /// Servers have made different things of this room's events.
    case differs(room: Text)
    /// A room had no event any more, and begins anew.
    case spent(room: Text)
    /// Something may have been missed of this room, which has to be compared with the log.
    case missed(room: Text)
    /// Something may have been missed of all rooms.
    case missedAny
    /// Log time has come this far, as the server of this name had it told, and all that was stamped before has
    /// been told.
    /// The newest change of settings had this number then.
    case time(Int64, server: Text, settings: Int64)
    /// A server says who watches a room there; nil: nobody.
    case watched(room: Text, server: Text, Attendance?)
    /// A server is there that was not; what it has said of who watches is forgotten.
    case came(server: Text)
    /// A server has not been heard of for so long that it is there no more.
    case gone(server: Text)
    /// A server has the page of a viewer of another one load itself anew, or with `all` those of all.
    case reload(room: Text, viewer: Text, server: Text)
    /// News of settings. Servers receive them from `SettingsChannel`.
    case settings(SettingsNews)
    /// Nothing is told until somebody says `missed`.
    case deaf
}
