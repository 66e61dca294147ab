import Access
package import Broadcast
package import HTTPRouting
import Journal
package import RoomRuntime
package import Settings
package import Texts
import Wire

/// Changes the suspension and retention of rooms for admins, and applies both when the settings change.
///
/// Used only on the event loop's thread.
package final class RoomAdministration: SettingsFollower {
    private let settings: Settings
    private let rooms: Rooms
    /// Called with a suspended room, to close its streams.
    private let suspended: (RoomOutput) -> Void

    package init(settings: Settings, rooms: Rooms, suspended: @escaping (RoomOutput) -> Void) {
        self.settings = settings
        self.suspended = suspended
        self.rooms = rooms
        for name in RoomAdminSettings.names {
            for setting in settings.all(beginningWith: name) {
                settingChanged(setting.name, of: setting.room)
            }
        }
        settings.add(self)
    }

    /// The version of a room's suspension and retention, for detecting conflicting changes.
    package func version(of room: Text) -> Int64 {
        settings.version(of: RoomAdminSettings.names, in: room)
    }

    /// Sets or lifts the suspension of a room.
    package func suspend(
        _ room: Text, _ suspension: RoomAdminSettings.Suspension?, basis: Int64?,
        noting entry: AuditEntry,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        try change(
            room, RoomAdminSettings.suspensionName,
            suspension.map { Text(decoding: $0.stored.encoded) },
            basis, entry, completion)
    }

    /// Sets for how many days a room keeps its events; nil: the server's retention.
    package func keep(
        _ room: Text, days: Int?, basis: Int64?, noting entry: AuditEntry,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        try change(
            room, RoomAdminSettings.keepDaysName, days.map { "\($0)" }, basis, entry, completion)
    }

    private func change(
        _ room: Text, _ name: Text, _ value: Text?, _ basis: Int64?, _ entry: AuditEntry,
        _ completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let write = SettingsChange.Write(
            name, value.map { .put($0) } ?? .remove, basis: settings.version)
        try settings.change(
            room, [write], noting: entry.note, basis: basis, missing: .roomLeaving,
            completion: completion)
    }

    // MARK: Following settings

    package func settingChanged(_ name: Text, of room: Text?) {
        guard let room, RoomAdminSettings.names.contains(name) else { return }
        take(RoomAdminSettings(of: room, in: settings), of: room)
    }

    package func settingsErased(of room: Text) { take(RoomAdminSettings(), of: room) }

    private func take(_ adminSettings: RoomAdminSettings, of name: Text) {
        let registration = rooms.registration(name)
        guard registration.adminSettings != adminSettings else { return }
        registration.adminSettings = adminSettings
        if adminSettings.suspension != nil, let room = rooms.existing(name) {
            suspended(room.output)
        }
        if !registration.isBeingErased { rooms.settle(name) }
    }
}

extension RoomAdminSettings {
    /// Reads the suspension and the retention of a room. It ignores a value with an unknown form.
    init(of room: Text, in settings: Settings) {
        self.init()
        func json(_ name: Text) -> JSON? {
            settings.setting(name, of: room).flatMap { try? JSON(parsing: Array($0.value.utf8)) }
        }
        if case .number(let days) = json(Self.keepDaysName) { keepDays = Int(exactly: days) }
        suspension = json(Self.suspensionName).flatMap(Suspension.init(stored:))
    }
}
