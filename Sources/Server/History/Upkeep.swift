import Dispatch
import Journal
import Transport

/// What is done again and again: marking how far the rooms' time has come, handing the journal what
/// has gathered, and forgetting what is old.
final class Upkeep {
    /// A round of the rooms, and the commit after it, are over within a second.
    private static let sliceNanoseconds: UInt64 = 20_000_000
    private static let roundNanoseconds = UInt64(Rota.sliceLimit) * sliceNanoseconds
    /// Forgetting goes in steps that no commit has to wait long for.
    private static let prunedAtOnce = 500
    private static let pruningNanoseconds: UInt64 = 10_000_000_000

    private let rooms: Rooms
    private let journal: Journal
    private let log: any EventLog
    private let keepMicroseconds: Int64
    private let pruning = DispatchQueue(label: "ovation.pruning", qos: .utility)
    private var visits: LoopTimer!
    private var prunings: LoopTimer!
    /// When the round under way begins.
    private var startNanoseconds = LoopTimer.now + roundNanoseconds
    private var slice = 0

    init(
        loop: EventLoop, rooms: Rooms, journal: Journal, log: any EventLog, keepDays: Int
    ) throws(TransportError) {
        self.rooms = rooms
        self.journal = journal
        self.log = log
        keepMicroseconds = Int64(keepDays) * 86_400_000_000
        visits = try loop.makeTimer { [unowned self] _ in visit() }
        prunings = try loop.makeTimer { [unowned self] _ in prune() }
        visits.arm(atNanoseconds: startNanoseconds)
        prunings.arm(
            atNanoseconds: startNanoseconds + Self.pruningNanoseconds,
            everyNanoseconds: Self.pruningNanoseconds)
    }

    /// Visits the rooms of one slice; the loop serves others before the next.
    private func visit() {
        let now = LoopTimer.now
        let slices = rooms.rota.slices
        if slice < slices.count {
            var records: [Record] = []
            for room in slices[slice] {
                room.beat(atNanoseconds: now)
                records += room.takeRecords()
            }
            journal.write(records)
            slice += 1
        }
        if slice >= slices.count {
            slice = 0
            startNanoseconds = max(startNanoseconds + Self.roundNanoseconds, now)
        }
        visits.arm(atNanoseconds: startNanoseconds + UInt64(slice) * Self.sliceNanoseconds)
    }

    private func prune() {
        let cutoff = WallTime.now.microseconds - keepMicroseconds
        pruning.async { [log] in
            // A disk that can't be written shows in what the journal writes.
            _ = try? log.prune(before: cutoff, limit: Self.prunedAtOnce)
        }
    }
}
