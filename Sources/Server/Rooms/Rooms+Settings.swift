import Settings
import Texts

/// Tells rooms of their settings.
extension Rooms: SettingsRooms {
    func isBeingErased(_ roomName: Text) -> Bool { provision(roomName).isBeingErased }

    func settingCountChanged(_ count: Int, of roomName: Text) {
        let provision = provision(roomName)
        provision.settingCount = count
        if !provision.isBeingErased { settle(roomName) }
    }
}
