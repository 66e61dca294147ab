import Glibc
import Journal

/// Measures the age of events with a clock that ignores jumps of the wall clock.
///
/// While the server runs, it follows the time since the machine booted, sleep included. Between two runs it
/// follows the wall clock, if that shows an absence of at most a week. So it may be behind, which keeps events
/// longer. It gets ahead only if the wall clock was set ahead by up to a week while the server was down.
struct AgeClock {
    /// A longer absence needs confirmation (`--accept-clock`).
    static let longestAbsenceMicroseconds: Int64 = 7 * 86_400_000_000
    /// A jump of the wall clock by more than this is reported.
    static let correctionMicroseconds: Int64 = 60_000_000

    /// A reading of the machine's clocks, in microseconds.
    struct Reading {
        let wall: Int64
        let boot: Int64

        static var now: Reading {
            Reading(wall: WallTime.now.microseconds, boot: boottime)
        }

        private static var boottime: Int64 {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        }
    }

    private var believedThen: Int64
    private var then: Reading
    /// A jump of the wall clock that was ignored, as a text for the server's log.
    private(set) var doubt: String?

    /// Continues from the believed time that was stored when the wall clock said `wall`. `isAccepted`: the wall clock
    /// is right, even if it contradicts the believed time.
    init(
        believed: Int64, wall: Int64, isAccepted: Bool = false, now: Reading = .now
    ) {
        then = now
        let absence = now.wall - wall
        if isAccepted {
            believedThen = max(believed, now.wall)
        } else if (0...Self.longestAbsenceMicroseconds).contains(absence) {
            believedThen = believed + absence
        } else {
            believedThen = believed
            if abs(absence) > Self.correctionMicroseconds { doubt = Self.told(absence) }
        }
    }

    /// Returns the believed wall clock time, in microseconds since 1970; never less than before.
    mutating func believed(_ now: Reading) -> Int64 {
        let passed = max(0, now.boot - then.boot)
        let jump = now.wall - then.wall - passed
        if abs(jump) > Self.correctionMicroseconds { doubt = Self.told(jump) }
        believedThen += passed
        then = now
        return believedThen
    }

    /// Returns the report of an ignored jump, once.
    mutating func takeDoubt() -> String? {
        defer { doubt = nil }
        return doubt
    }

    private static func told(_ jump: Int64) -> String {
        let hours = Double(abs(jump)) / 3_600_000_000
        let size = hours >= 48 ? "\(Int(hours / 24)) days" : "\(Int(hours * 60)) minutes"
        return "the wall clock is \(size) \(jump > 0 ? "ahead of" : "behind") what it should be: "
            + "nothing is forgotten by it. If it is right, start once with --accept-clock"
    }
}

/// The clocks of the machine, or replacements in a test.
struct MachineClocks: Sendable {
    var reading: @Sendable () -> AgeClock.Reading = { .now }
    var monotonic: @Sendable () -> UInt64 = LogClock.monotonic
}
