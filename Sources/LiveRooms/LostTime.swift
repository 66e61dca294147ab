import Access
import Journal
import RoomRuntime
import Stage
import Texts
import Timeline

/// Subtracts lost time from clocks that follow the wall clock: after room time has stood still, it records an event that
/// takes the time away which passed meanwhile.
package struct LostTime {
    let rooms: Rooms
    let intake: Intake

    package init(
        rooms: Rooms, intake: Intake
    ) {
        self.rooms = rooms
        self.intake = intake
    }

    /// Shorter times are differences of the machine's clocks, or the disk's delays.
    private static let leastMicroseconds: Int64 = 500_000

    /// Subtracts the lost time in all rooms whose time runs.
    package func subtractDue() {
        for room in rooms.all { subtract(in: room) }
    }

    /// Subtracts the lost time in one room, if its time runs. The event is recorded once, because its ID
    /// names the instant since which the time was lost.
    package func subtract(in room: LiveRoom) {
        let timeline = room.timeline
        guard timeline.base.hasWallClocks, room.residency.takesOwnEvents, timeline.isRunning,
            timeline.isSettled, !intake.isClosed
        else { return }
        let wall = WallTime.now
        for lost in timeline.lostTimes(at: wall) where lost.microseconds >= Self.leastMicroseconds {
            let id = EventID.lostTime(of: lost.counter, since: lost.since)
            guard room.pendingEvents[id] == nil else { continue }
            // A clock has no longer time.
            let taken = min(lost.microseconds, ClockUpdate.limit.microseconds)
            var change = ClockChange(added: Duration(microseconds: -taken))
            change.wallMicroseconds = wall.microseconds
            intake.accept(
                Submission(
                    room: room, id: id, kind: .changeClock(name: lost.counter, change),
                    admission: .server
                ) { _ in })
        }
    }
}
