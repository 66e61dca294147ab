import Journal
import RoomRuntime
import Stage
import Texts
import Timeline

@testable import Broadcast

extension RoomOutput {
    /// The output of a new room whose time stands still.
    convenience init(named name: Text) {
        let timeline = RoomTimeline(
            name: name, room: Room(), clock: RoomClock(standingAt: .zero, log: 0),
            logClock: LogClock(at: 0))
        let residency = RoomResidency(name: name)
        let records = RoomRecords(
            of: timeline, residency: residency, birthConfiguration: "{}", seq: 0, snapshotSeq: 0)
        self.init(of: timeline, records: records, residency: residency)
    }
}
