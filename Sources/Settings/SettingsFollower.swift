package import Texts

/// A part of the server that reacts to changed settings, such as keys, sources and suspensions.
package protocol SettingsFollower: AnyObject {
    /// Called when a setting has another value, or was removed.
    func settingChanged(_ name: Text, of room: Text?)
    /// Called when a room was erased, with all its settings.
    func settingsErased(of room: Text)
}
