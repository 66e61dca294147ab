import Access
import RoomRuntime
import Stage
import Texts
import Timeline

/// Records a notice when a clock has ended, so that a rule can make an alert of it.
struct ClockEnds {
    let rooms: Rooms
    let intake: Intake

    private static let kind: Text = "clock-end"

    /// Records the missing notices in all rooms. Several servers record one notice, because its ID names the instant.
    func recordDue() {
        for room in rooms.all where room.timeline.base.hasEndedClocks { record(in: room) }
    }

    private func record(in room: LiveRoom) {
        let ends = Set(room.timeline.base.clockEnds)
        room.recordedClockEnds.formIntersection(ends)
        for end in ends.subtracting(room.recordedClockEnds) {
            let id = EventID.clockEnd(of: end.counter, at: end.instant)
            guard room.pendingEvents[id] == nil else { continue }
            let notice = Notice(
                kind: Self.kind, sender: Person(name: "anonymous"), title: end.counter)
            intake.accept(
                Submission(room: room, id: id, kind: .notice(notice), admission: .server) {
                    [unowned room] result in
                    if case .success = result { room.recordedClockEnds.insert(end) }
                })
        }
    }
}
