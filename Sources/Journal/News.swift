public import Texts

/// A message from a shared log to one of its servers, such as a new event or a changed clock.
public enum News: Sendable, Hashable {
    /// An event was recorded. If its number is not the next one, the server must read the events between.
    case event(room: Text, StoredEvent)
    /// A room was created with this configuration. Its first event follows.
    case born(room: Text, configuration: Text, clock: RoomClock)
    /// A room's clock was started, stopped or shifted.
    case clock(room: Text, RoomClock)
    case erased(room: Text)
    /// Servers have computed different states from this room's events.
    case differs(room: Text)
    /// A room without events was erased and may be created again.
    case spent(room: Text)
    /// News of this room may be missing; the server must compare the room with the log.
    case missed(room: Text)
    /// News of any room may be missing.
    case missedAny
    /// Log time has reached this value, as the named server has published; news of all earlier stamps came before.
    /// `settings` is the number of the newest change of settings at that moment.
    case time(Int64, server: Text, settings: Int64)
    /// A server reports a room's viewers at that server; nil if there are none.
    case watched(room: Text, server: Text, Attendance?)
    /// A server has joined. Its earlier reports about viewers are void.
    case came(server: Text)
    /// A server has left, or has been silent for too long.
    case gone(server: Text)
    /// A server asks the other servers to reload a viewer's page; `all` reloads the pages of all viewers.
    case reload(room: Text, viewer: Text, server: Text)
    /// News of settings. Servers receive it from `SettingsChannel`.
    case settings(SettingsNews)
    /// The connection is down. No news comes until `missed`.
    case deaf
}
