import Glibc
import Synchronization

/// The clock of an event log, which counts log time in microseconds and goes on across restarts.
///
/// Log time follows the machine's monotonic clock while the process runs. If no thread reads it for longer than a
/// second, the process was stopped, and only the first second of that pause counts. A stopped server, a stopped process
/// or a jump of the wall clock therefore adds at most one second.
///
/// The writing thread stamps an event's time. A stamp is later than every earlier reading of the clock on any thread,
/// and later than every earlier stamp.
public final class LogClock: Sendable {
    /// A pause between two readings counts at most this much.
    public static let longestStepNanoseconds: UInt64 = 1_000_000_000
    /// The smallest interval between two recorded readings.
    private static let noteNanoseconds: UInt64 = 1_000_000

    private struct Stamps {
        var newest: Int64
        /// The durations of the newest commits, in microseconds.
        var commits: [Int64] = []
    }

    /// The difference of log time and the monotonic clock, in microseconds.
    private let shift: Atomic<Int64>
    private let seenNanoseconds: Atomic<UInt64>
    private let stamps: Mutex<Stamps>
    private let monotonic: @Sendable () -> UInt64

    /// Starts a clock that shows `microseconds` now.
    public init(
        at microseconds: Int64, monotonic: @escaping @Sendable () -> UInt64 = LogClock.monotonic
    ) {
        let now = monotonic()
        self.monotonic = monotonic
        shift = Atomic(microseconds - Int64(now / 1000))
        seenNanoseconds = Atomic(now)
        stamps = Mutex(Stamps(newest: microseconds))
    }

    /// The machine's monotonic clock, in nanoseconds.
    public static let monotonic: @Sendable () -> UInt64 = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Log time now.
    public var now: Int64 { microseconds(atNanoseconds: monotonic()) }

    /// Returns log time at `nanoseconds` of the monotonic clock, a recent reading.
    public func microseconds(atNanoseconds nanoseconds: UInt64) -> Int64 {
        let seen = seenNanoseconds.load(ordering: .relaxed)
        if nanoseconds > seen &+ Self.noteNanoseconds { note(nanoseconds) }
        return Int64(nanoseconds / 1000) + shift.load(ordering: .relaxed)
    }

    /// Returns the nanoseconds of the monotonic clock at which log time is `microseconds`.
    public func nanoseconds(at microseconds: Int64) -> UInt64 {
        UInt64(max(0, microseconds - shift.load(ordering: .relaxed))) * 1000
    }

    private func note(_ nanoseconds: UInt64) {
        // Two threads that resume at the same time must not both subtract the pause.
        stamps.withLock { _ in
            let seen = seenNanoseconds.load(ordering: .relaxed)
            guard nanoseconds > seen else { return }
            let pause = nanoseconds - seen
            if pause > Self.longestStepNanoseconds {
                shift.subtract(
                    Int64((pause - Self.longestStepNanoseconds) / 1000), ordering: .relaxed)
            }
            seenNanoseconds.store(nanoseconds, ordering: .relaxed)
        }
    }

    /// Synchronizes with the clock of a remote log, which showed `microseconds` at some moment between the readings
    /// `asked` and `answered` of the monotonic clock. The clock stays as it is if it agrees with that; otherwise it
    /// continues as if the remote clock had been read when the answer came.
    public func follow(_ microseconds: Int64, asked: UInt64, answered: UInt64) {
        stamps.withLock { _ in
            seenNanoseconds.store(answered, ordering: .relaxed)
            let least = microseconds - Int64(answered / 1000)
            let most = microseconds - Int64(asked / 1000)
            let known = shift.load(ordering: .relaxed)
            shift.store((least...most).contains(known) ? known : least, ordering: .relaxed)
        }
    }

    // MARK: Stamps

    /// The number of commits that count for the lead, and the longest lead.
    private static let commitsKept = 8
    private static let longestLeadMicroseconds: Int64 = 500_000

    /// Returns the time for the records of the next write: the expected end of the write, judged by the fastest recent
    /// commit. A slow disk delays an event, but viewers still see its animation from the start.
    public func stamp() -> Int64 {
        let now = now
        return stamps.withLock { stamps in
            let lead = min(stamps.commits.min() ?? 0, Self.longestLeadMicroseconds)
            stamps.newest = max(stamps.newest, now + lead) + 1
            return stamps.newest
        }
    }

    /// Records the duration of a commit.
    public func noteCommit(microseconds: Int64) {
        stamps.withLock { stamps in
            if stamps.commits.count == Self.commitsKept { stamps.commits.removeFirst() }
            stamps.commits.append(microseconds)
        }
    }
}
