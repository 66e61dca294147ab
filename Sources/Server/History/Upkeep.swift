import Dispatch
import Journal
import Transport

/// What is done once a second: marking how far the rooms' time has come, handing the journal what
/// has gathered, and forgetting what is old.
final class Upkeep {
    private static let secondNanoseconds: UInt64 = 1_000_000_000
    /// Forgetting goes in steps that no commit has to wait long for.
    private static let prunedAtOnce = 500
    private static let secondsBetweenPrunings = 10

    private let rooms: Rooms
    private let journal: Journal
    private let log: any EventLog
    private let keepMicroseconds: Int64
    private let pruning = DispatchQueue(label: "ovation.pruning", qos: .utility)
    private var timer: LoopTimer!
    private var seconds = 0

    init(
        loop: EventLoop, rooms: Rooms, journal: Journal, log: any EventLog, keepDays: Int
    ) throws(TransportError) {
        self.rooms = rooms
        self.journal = journal
        self.log = log
        keepMicroseconds = Int64(keepDays) * 86_400_000_000
        timer = try loop.makeTimer { [unowned self] _ in beat() }
        timer.arm(
            atNanoseconds: LoopTimer.now + Self.secondNanoseconds,
            everyNanoseconds: Self.secondNanoseconds)
    }

    private func beat() {
        let now = LoopTimer.now
        var records: [Record] = []
        for room in rooms.all {
            room.beat(atNanoseconds: now)
            records += room.takeRecords()
        }
        journal.write(records)
        seconds += 1
        if seconds.isMultiple(of: Self.secondsBetweenPrunings) { prune() }
    }

    private func prune() {
        let cutoff = WallTime.now.microseconds - keepMicroseconds
        pruning.async { [log] in
            // A disk that can't be written shows in what the journal writes.
            _ = try? log.prune(before: cutoff, limit: Self.prunedAtOnce)
        }
    }
}
