package import Texts

/// The interface through which `Settings` asks whether a room is being erased, and reports how many settings it has.
package protocol SettingsRooms: AnyObject {
    /// True while a room is being erased: its settings can't be changed.
    func isBeingErased(_ roomName: Text) -> Bool
    /// Called when the number of settings that make a room stay may have changed. Settings on their way to the log
    /// count, too.
    func settingCountChanged(_ count: Int, of roomName: Text)
}
