import RoomRuntime
import Settings
package import Texts

/// Tells `Settings` whether a room is being erased, and counts the settings of each room.
extension Rooms: SettingsRooms {
    package func isBeingErased(_ roomName: Text) -> Bool { registration(roomName).isBeingErased }

    package func settingCountChanged(_ count: Int, of roomName: Text) {
        let registration = registration(roomName)
        registration.settingCount = count
        if !registration.isBeingErased { settle(roomName) }
    }
}
