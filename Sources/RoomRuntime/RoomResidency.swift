package import Journal
package import Texts

/// The data that decide whether a room stays in memory and in the journal, such as its last use and its newest event.
///
/// Used only on the event loop's thread.
package final class RoomResidency: RoundRobinMember {
    package let name: Text
    /// The wall time of the newest event; nil if it is unknown.
    package private(set) var lastEventAt: WallTime?
    /// True if the journal has deleted all events of the room because of their age.
    package private(set) var hasForgottenAll = false
    /// True if the room's state differed from the journal's and another instance has replaced it.
    package private(set) var isReplaced = false
    /// The last use of the room, in seconds of the monotonic clock.
    package private(set) var lastUsedSecond: UInt64 = 0
    /// The room's settings and keys, which exist even while the room is not in memory.
    package private(set) var registration = RoomRegistration()
    /// The schedule that the room joins after a change; nil: the room is not visited.
    package private(set) weak var visits: MaintenanceSchedule?
    /// The room's slot in the schedule.
    package var turn: Turn?
    /// True if a change was due or in progress at the last visit, or an event was applied since.
    package private(set) var wasActive = false

    package init(name: Text) { self.name = name }

    /// The room's admin settings: suspension and retention.
    package var adminSettings: RoomAdminSettings { registration.adminSettings }
    /// True if the room has keys or admin settings, so that it stays even without events.
    package var isProvidedFor: Bool { registration.settingCount > 0 || !adminSettings.isPlain }
    /// True while the room is being erased. It accepts no events.
    package var isBeingErased: Bool { registration.isBeingErased }

    /// True if the server may record events of its own in the room.
    package var takesOwnEvents: Bool {
        adminSettings.suspension == nil && !isBeingErased && !isReplaced
    }
    /// True if the room was erased or replaced. The server then ignores results of its events, and the room sends no
    /// more records to the journal.
    package var isDetached: Bool { registration.isErased || isReplaced }

    // MARK: Memory

    /// Starts the residency of a room that is added to memory.
    package func begin(
        _ registration: RoomRegistration, visits: MaintenanceSchedule, atSecond second: UInt64
    ) {
        self.registration = registration
        self.visits = visits
        lastUsedSecond = second
        requestVisit()
    }

    /// Ends the residency of a room that is removed from memory.
    package func end() {
        visits?.remove(self)
        visits = nil
    }

    /// Puts the room on the schedule of visits, because it has changed or may have changed.
    package func requestVisit() { visits?.add(self) }

    package func recordUse(atSecond second: UInt64) { lastUsedSecond = second }

    /// Marks the room as replaced by another instance.
    package func markReplaced() { isReplaced = true }

    // MARK: Events

    /// Sets the time of the newest event.
    package func recordEvent(at wall: WallTime) {
        lastEventAt = wall
        hasForgottenAll = false
        wasActive = true
    }

    /// Sets the time of the newest event after the room was loaded; nil: the journal has deleted all its events.
    package func restoreLastEvent(at wall: WallTime?) { lastEventAt = wall }

    /// Notes that the journal has deleted all events of the room.
    package func recordForgotten() {
        hasForgottenAll = true
        lastEventAt = nil
        requestVisit()
    }

    /// Begins again after the room was erased.
    package func restart() {
        (registration.isBeingErased, registration.isErased, hasForgottenAll) = (false, false, false)
    }

    /// Notes whether a change is due or in progress at the end of a visit.
    package func recordVisit(isActive: Bool) { wasActive = isActive }
}
