import Glibc
import Synchronization

/// The log's clock: log time, in microseconds, which the log itself keeps from start to start.
///
/// It runs with the machine's monotonic clock while the process does. If nobody has looked at it for longer
/// than a second, the process stood still: of that pause only the first second counts. So no stopped server,
/// no stopped process and no jump of the wall clock lets more log time pass than that.
///
/// An event's time is stamped by the thread that writes it. A stamp is later than everything that
/// was read of the clock before, on any thread, and never earlier than another.
public final class LogClock: Sendable {
    /// A pause between two looks at the clock counts as far as this.
    public static let longestStepNanoseconds: UInt64 = 1_000_000_000
    /// How often the newest look at the clock is noted.
    private static let noteNanoseconds: UInt64 = 1_000_000

    private struct Stamps {
        var newest: Int64
        /// How long the newest commits took, in microseconds.
        var commits: [Int64] = []
    }

    /// Log time less the monotonic clock's, in microseconds.
    private let shift: Atomic<Int64>
    private let seenNanoseconds: Atomic<UInt64>
    private let stamps: Mutex<Stamps>
    private let monotonic: @Sendable () -> UInt64

    /// A clock that goes on at `microseconds`, now.
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

    /// Log time at `nanoseconds` of the monotonic clock, which is a reading of a moment ago.
    public func microseconds(atNanoseconds nanoseconds: UInt64) -> Int64 {
        let seen = seenNanoseconds.load(ordering: .relaxed)
        if nanoseconds > seen &+ Self.noteNanoseconds { note(nanoseconds) }
        return Int64(nanoseconds / 1000) + shift.load(ordering: .relaxed)
    }

    /// When log time is `microseconds`, in nanoseconds of the monotonic clock.
    public func nanoseconds(at microseconds: Int64) -> UInt64 {
        UInt64(max(0, microseconds - shift.load(ordering: .relaxed))) * 1000
    }

    private func note(_ nanoseconds: UInt64) {
        // Two that come back from a pause at once must not both take it off.
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

    /// Brings it into step with a log whose clock is elsewhere, and showed `microseconds` at some moment
    /// between the two readings `asked` and `answered` of the monotonic clock. What it shows stays if it
    /// agrees with that; else it goes on as if that clock had been read just as the answer came.
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

    /// So many commits are looked back at, and none counts for more than this.
    private static let commitsKept = 8
    private static let longestLeadMicroseconds: Int64 = 500_000

    /// The time of what is about to be written: when that will be done, if the disk takes no longer
    /// than it took at its quickest just before. So what a slow disk delays is still seen to begin.
    public func stamp() -> Int64 {
        let now = now
        return stamps.withLock { stamps in
            let lead = min(stamps.commits.min() ?? 0, Self.longestLeadMicroseconds)
            stamps.newest = max(stamps.newest, now + lead) + 1
            return stamps.newest
        }
    }

    /// Notes how long a commit took.
    public func noteCommit(microseconds: Int64) {
        stamps.withLock { stamps in
            if stamps.commits.count == Self.commitsKept { stamps.commits.removeFirst() }
            stamps.commits.append(microseconds)
        }
    }
}
