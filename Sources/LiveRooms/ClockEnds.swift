import Access
import RoomRuntime
import Stage
import Texts

/// Records a notice when a clock has ended, so that a rule can make an alert of it.
package struct ClockEnds {
    let rooms: Rooms
    let intake: Intake

    package init(
        rooms: Rooms, intake: Intake
    ) {
        self.rooms = rooms
        self.intake = intake
    }

    private static let kind: Text = "clock-end"

    /// Records the missing notices in all rooms. A notice is recorded once, because its ID names the
    /// instant.
    package func recordDue() {
        for room in rooms.all
        where room.timeline.base.hasUnconfirmedClockEnds || !room.endedClocks.isEmpty {
            record(in: room)
        }
    }

    private func record(in room: LiveRoom) {
        guard room.residency.takesOwnEvents else { return }
        // The clocks that stand at 0 may have ended before a crash.
        let unconfirmed = Set(room.timeline.base.unconfirmedClockEnds)
        room.endedClocks.subtract(room.recordedClockEnds)
        room.recordedClockEnds.formIntersection(unconfirmed)
        for end in unconfirmed.union(room.endedClocks).subtracting(room.recordedClockEnds) {
            let id = EventID.clockEnd(of: end.counter, at: end.instant)
            guard room.pendingEvents[id] == nil else { continue }
            let notice = Notice(
                kind: Self.kind, sender: Person(name: "anonymous"), title: end.counter)
            intake.accept(
                Submission(room: room, id: id, kind: .notice(notice), admission: .server) {
                    [unowned room] result in
                    guard case .success = result else { return }
                    room.endedClocks.remove(end)
                    room.recordedClockEnds.insert(end)
                })
        }
    }
}
