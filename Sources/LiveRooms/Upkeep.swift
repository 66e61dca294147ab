package import Journal
import RoomRuntime
package import Transport

/// A timer that advances all rooms periodically, writes their records and snapshots to the journal, and removes unused
/// rooms from memory. It also records log time.
package final class Upkeep {
    /// The interval between two slices. A round takes 0.9 s, so a round and its commit take less than a
    /// second.
    private static let sliceNanoseconds: UInt64 = 20_000_000
    private static let roundNanoseconds = MaintenanceSchedule.slices * sliceNanoseconds

    private let rooms: Rooms
    private let journal: Journal
    private let intake: Intake
    private var visits: LoopTimer!
    private var evictions: LoopTimer!
    /// True if a room that was visited in this round changes by itself.
    private var isAlive = false
    /// The start of the current round, on the monotonic clock.
    private var startNanoseconds = LoopTimer.now + roundNanoseconds
    private var slice: UInt64 = 0

    package init(
        loop: EventLoop, rooms: Rooms, journal: Journal, intake: Intake
    ) throws(TransportError) {
        self.rooms = rooms
        self.intake = intake
        self.journal = journal
        visits = try loop.makeTimer { [unowned self] _ in visit() }
        evictions = try loop.makeTimer { [unowned self] _ in letLeave() }
        visits.arm(atNanoseconds: startNanoseconds)
        evictions.arm(atNanoseconds: startNanoseconds)
    }

    /// Visits the rooms of one slice. The loop serves clients before the next slice.
    private func visit() {
        let now = LoopTimer.now
        if slice == 0 { rooms.visits.wake(atNanoseconds: now) }
        var records: [Record] = []
        for residency in rooms.visits[slice] {
            guard let room = rooms.glimpse(residency.name) else { continue }
            if room.visit(atNanoseconds: now) { isAlive = true }
            records += room.records.take()
            rooms.rest(room, atNanoseconds: now)
        }
        journal.write(records)
        renewSpentRoom()
        if let next = rooms.visits.next(after: slice), next < MaintenanceSchedule.slices {
            slice = next
        } else {
            slice = 0
            // Any record notes log time. This one is only for that.
            if isAlive || rooms.visits.waitingCount > 0 { journal.write([.tick]) }
            isAlive = false
            startNanoseconds = max(startNanoseconds + Self.roundNanoseconds, now)
        }
        visits.arm(atNanoseconds: startNanoseconds + slice * Self.sliceNanoseconds)
    }

    /// Erases the first room of the slice without data. Only one room at a time, because erasing a room also empties
    /// SQLite's write-ahead log.
    private func renewSpentRoom() {
        guard intake.erasures.isEmpty, journal.fault == nil, !intake.isClosed else { return }
        let room = rooms.visits[slice].lazy.compactMap { [rooms] in rooms.glimpse($0.name) }
            .first(where: rooms.isSpent)
        if let room { intake.erasures.renew(room.residency) { [rooms] in rooms.renew(room) } }
    }

    /// The number of rooms that are checked before the loop serves clients again.
    private static let evictionsAtOnce = 100

    private func letLeave() {
        let now = LoopTimer.now
        let hasMore = rooms.letLeave(atNanoseconds: now, most: Self.evictionsAtOnce)
        evictions.arm(
            atNanoseconds: now + (hasMore ? Self.sliceNanoseconds : Self.roundNanoseconds))
    }
}
