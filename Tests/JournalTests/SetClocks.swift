import Journal
import Synchronization

@testable import SQLiteJournal

/// The machine's clocks, set by a test.
final class SetClocks: Sendable {
    /// In hours.
    private let wall = Atomic(Int(AgeClock.Reading.now.wall / AgeRow.hourMicroseconds))
    private let boot = Atomic(10)
    /// In nanoseconds.
    private let monotonic = Atomic<UInt64>(1_000_000_000_000)

    /// With the machine's own monotonic clock.
    var clocks: MachineClocks {
        MachineClocks(
            reading: { [self] in
                let hour = Int(AgeRow.hourMicroseconds)
                return AgeClock.Reading(
                    wall: Int64(wall.load(ordering: .relaxed) * hour),
                    boot: Int64(boot.load(ordering: .relaxed) * hour))
            })
    }

    /// With a monotonic clock that only goes on by `pass(hours:seenBy:)`.
    var standingClocks: MachineClocks {
        var standing = clocks
        standing.monotonic = { [self] in monotonic.load(ordering: .relaxed) }
        return standing
    }

    /// Time goes by; no log runs.
    func pass(hours: Int) {
        wall.add(hours, ordering: .relaxed)
        boot.add(hours, ordering: .relaxed)
    }

    /// Time goes by, and a log runs: of a longer pause than a second its clock counts a second.
    func pass(hours: Int, seenBy clock: LogClock) {
        pass(hours: hours)
        for _ in 0..<hours * 3600 {
            monotonic.add(1_000_000_000, ordering: .relaxed)
            _ = clock.now
        }
    }

    /// Somebody sets the wall clock.
    func jump(hours: Int) {
        wall.add(hours, ordering: .relaxed)
    }
}
