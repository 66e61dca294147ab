package import Texts

/// A room's admin settings, its pinned keys, and the progress of its erasure, which exist even if the room is not in
/// memory. Few rooms have any.
package final class RoomRegistration {
    package var adminSettings = RoomAdminSettings()
    /// The number of the room's settings, including those on their way to the log. A room with settings stays.
    package var settingCount = 0
    /// The IDs of the keys whose viewers alone count as visible; empty: all viewers count.
    package var pinnedKeys: Set<Text> = []
    /// True while the room is being erased. It accepts no events.
    package var isBeingErased = false
    /// True once the room is erased. It sends no more records to the journal.
    package var isErased = false

    package init() {}

    /// True if this holds no settings and no pinned keys.
    package var isPlain: Bool { adminSettings.isPlain && settingCount == 0 && pinnedKeys.isEmpty }

    /// True if the room is erased or being erased.
    package var isLeaving: Bool { isBeingErased || isErased }
}
