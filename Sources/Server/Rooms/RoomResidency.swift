import Journal
import Texts

/// The facts that decide whether a room stays in memory and in the journal, which are its last use, its newest event,
/// its admin settings and its detachment.
///
/// Used only on the event loop's thread.
final class RoomResidency: RoundRobinMember {
    let name: Text
    /// The wall time of the newest event; nil if it is unknown.
    private(set) var lastEventAt: WallTime?
    /// True if the journal has deleted all events of the room because of their age.
    private(set) var hasForgottenAll = false
    /// True if the room's state differed from the journal's and another instance has replaced it.
    private(set) var isReplaced = false
    /// The last use of the room, in seconds of the monotonic clock.
    private(set) var lastUsedSecond: UInt64 = 0
    /// The room's settings and keys, which exist even while the room is not in memory.
    private(set) var provision = Provision()
    /// The schedule that the room joins after a change; nil: the room is not visited.
    private(set) weak var visits: Visits?
    /// The room's slot in the schedule.
    var turn: Turn?
    /// True if a change was due or in progress at the last visit, or an event was applied since.
    private(set) var wasActive = false

    init(name: Text) { self.name = name }

    /// The room's admin settings: suspension and retention.
    var standing: Standing { provision.standing }
    /// True if the room has keys or admin settings, so that it stays even without events.
    var isProvidedFor: Bool { provision.settingCount > 0 || !standing.isPlain }
    /// True while the room is being erased. It accepts no events.
    var isBeingErased: Bool { provision.isBeingErased }
    /// True if the room was erased or replaced. The server then ignores results of its events, and the room sends no more
    /// records to the journal.
    var isDetached: Bool { provision.isErased || isReplaced }

    // MARK: Memory

    /// Starts the residency of a room that is added to memory.
    func begin(_ provision: Provision, visits: Visits, atSecond second: UInt64) {
        self.provision = provision
        self.visits = visits
        lastUsedSecond = second
        requestVisit()
    }

    /// Ends the residency of a room that is removed from memory.
    func end() {
        visits?.remove(self)
        visits = nil
    }

    /// Puts the room on the schedule of visits, because it has changed or may have changed.
    func requestVisit() { visits?.add(self) }

    func recordUse(atSecond second: UInt64) { lastUsedSecond = second }

    /// Marks the room as replaced by another instance.
    func markReplaced() { isReplaced = true }

    // MARK: Events

    /// Sets the time of the newest event.
    func recordEvent(at wall: WallTime) {
        lastEventAt = wall
        hasForgottenAll = false
        wasActive = true
    }

    /// Sets the time of the newest event after the room was loaded; nil: the journal has deleted all its events.
    func restoreLastEvent(at wall: WallTime?) { lastEventAt = wall }

    /// Notes that the journal has deleted all events of the room.
    func recordForgotten() {
        hasForgottenAll = true
        lastEventAt = nil
        requestVisit()
    }

    /// Begins again after the room was erased.
    func restart() {
        (provision.isBeingErased, provision.isErased, hasForgottenAll) = (false, false, false)
    }

    /// Notes whether a change is due or in progress at the end of a visit.
    func recordVisit(isActive: Bool) { wasActive = isActive }
}
