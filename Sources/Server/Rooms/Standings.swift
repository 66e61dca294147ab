import Access
import HTTPRouting
import Journal
import Settings
import Texts
import Wire

/// Suspends rooms and sets their retention, when an admin requests it.
///
/// Used only on the event loop's thread.
final class Standings: SettingsFollower {
    private let settings: Settings
    private let rooms: Rooms
    /// Called with a suspended room, to close its streams.
    private let suspended: (RoomOutput) -> Void

    init(settings: Settings, rooms: Rooms, suspended: @escaping (RoomOutput) -> Void) {
        self.settings = settings
        self.suspended = suspended
        self.rooms = rooms
        for name in Standing.names {
            for setting in settings.all(beginningWith: name) {
                settingChanged(setting.name, of: setting.room)
            }
        }
        settings.add(self)
    }

    /// The version of a room's suspension and retention, for detecting conflicting changes.
    func version(of room: Text) -> Int64 { settings.version(of: Standing.names, in: room) }

    /// Sets or lifts the suspension of a room.
    func suspend(
        _ room: Text, _ suspension: Standing.Suspension?, basis: Int64?, noting entry: AuditEntry,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        try change(
            room, Standing.suspensionName, suspension.map { Text(decoding: $0.stored.encoded) },
            basis, entry, completion)
    }

    /// Sets for how many days a room keeps its events; nil: the server's retention.
    func keep(
        _ room: Text, days: Int?, basis: Int64?, noting entry: AuditEntry,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        try change(room, Standing.keepDaysName, days.map { "\($0)" }, basis, entry, completion)
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

    func settingChanged(_ name: Text, of room: Text?) {
        guard let room, Standing.names.contains(name) else { return }
        take(Standing(of: room, in: settings), of: room)
    }

    func settingsErased(of room: Text) { take(Standing(), of: room) }

    private func take(_ standing: Standing, of name: Text) {
        let provision = rooms.provision(name)
        guard provision.standing != standing else { return }
        provision.standing = standing
        if standing.suspension != nil, let room = rooms.existing(name) {
            suspended(room.output)
        }
        if !provision.isBeingErased { rooms.settle(name) }
    }
}
