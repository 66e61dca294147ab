import Journal
import Stage
import Texts
import Timeline

/// A room that other servers have too.
extension LiveRoom {
    var isShared: Bool { share != nil }

    /// The log has it that the room's time runs so.
    func follow(_ clock: RoomClock) {
        let (log, before) = (logClock.now, self.clock)
        self.clock = clock
        share?.isBorn = true
        share?.clockCount += 1
        share?.wishes.settle()
        if clock.instant(at: log) != before.instant(at: log) { showAnew() }
    }

    /// The room's first event is about to come: it begins with this configuration, whatever this server's
    /// rooms begin with.
    func follow(birth configuration: Configuration, _ document: Text, _ clock: RoomClock) {
        if seq == 0 { begin(configuration, document) }
        follow(clock)
    }
}
