public import Texts

/// A named value that the log stores beside the events, such as an access key, a source, or a room's suspension.
public struct Setting: Hashable, Sendable {
    /// Nil: the setting concerns all rooms.
    public let room: Text?
    /// The name within the room, such as `suspension` or `key/4k2x`. It has no space.
    public let name: Text
    public let value: Text
    /// The change that wrote the value. A log counts its changes from 1.
    public let version: Int64

    public init(room: Text?, name: Text, value: Text, version: Int64) {
        self.room = room
        self.name = name
        self.value = value
        self.version = version
    }
}
