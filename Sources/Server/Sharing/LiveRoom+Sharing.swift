import Journal
import Stage
import Texts
import Timeline

/// Sets a live room's clock and first configuration as the shared log decides.
extension LiveRoom {
    var isShared: Bool { share != nil }

    /// Sets the room's clock as the log has decided.
    func follow(_ clock: RoomClock) {
        let (log, before) = (logClock.now, self.clock)
        self.clock = clock
        share?.isBorn = true
        share?.clockCount += 1
        share?.wishes.settle()
        if clock.instant(at: log) != before.instant(at: log) { showAnew() }
    }

    /// Sets the configuration and the clock with which the room begins in the log, before its first event. They may
    /// differ from those of this server's new rooms.
    func follow(birth configuration: Configuration, _ document: Text, _ clock: RoomClock) {
        if seq == 0 { begin(configuration, document) }
        follow(clock)
    }
}
