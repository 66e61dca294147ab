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

    /// The wall and boot clocks are set by the test; the monotonic clock is the machine's own.
    var clocks: MachineClocks {
        MachineClocks(
            reading: { [self] in
                let hour = Int(AgeRow.hourMicroseconds)
                return AgeClock.Reading(
                    wall: Int64(wall.load(ordering: .relaxed) * hour),
                    boot: Int64(boot.load(ordering: .relaxed) * hour))
            })
    }

    /// All clocks are set by the test; `pass(hours:seenBy:)` advances the monotonic clock.
    var standingClocks: MachineClocks {
        var standing = clocks
        standing.monotonic = { [self] in monotonic.load(ordering: .relaxed) }
        return standing
    }

    /// Advances the wall and boot clocks while no log runs.
    func pass(hours: Int) {
        wall.add(hours, ordering: .relaxed)
        boot.add(hours, ordering: .relaxed)
    }

    /// Advances all clocks while a log runs. It reads its clock every second, because a log clock
    /// counts at most one second of a longer pause.
    func pass(hours: Int, seenBy clock: LogClock) {
        pass(hours: hours)
        for _ in 0..<hours * 3600 {
            monotonic.add(1_000_000_000, ordering: .relaxed)
            _ = clock.now
        }
    }

    /// Sets only the wall clock.
    func jump(hours: Int) {
        wall.add(hours, ordering: .relaxed)
    }
}
