import Timeline

/// A room's time beside the machine's: it runs with it, and can stand still.
struct RoomClock {
    /// The room's time when the clock was last started or stopped.
    private var base: Instant
    /// The monotonic clock's nanoseconds when it was last started; nil while it stands still.
    private var startedNanoseconds: UInt64?

    /// A clock that stands at `base`.
    init(at base: Instant = .zero) {
        self.base = base
    }

    var isRunning: Bool { startedNanoseconds != nil }

    /// Lets the clock run from `nanoseconds` of the monotonic clock on.
    mutating func start(atNanoseconds nanoseconds: UInt64) {
        if startedNanoseconds == nil { startedNanoseconds = nanoseconds }
    }

    /// Lets the clock stand still from `nanoseconds` of the monotonic clock on.
    mutating func stop(atNanoseconds nanoseconds: UInt64) {
        base = instant(atNanoseconds: nanoseconds)
        startedNanoseconds = nil
    }

    /// The room's time at `nanoseconds` of the monotonic clock.
    func instant(atNanoseconds nanoseconds: UInt64) -> Instant {
        guard let startedNanoseconds, nanoseconds > startedNanoseconds else { return base }
        return base
            + Duration(microseconds: Int64((nanoseconds - startedNanoseconds) / 1000))
    }

    /// When the room's time will be `instant`, in nanoseconds of the monotonic clock; nil while
    /// the clock stands still.
    func nanoseconds(of instant: Instant) -> UInt64? {
        guard let startedNanoseconds else { return nil }
        return startedNanoseconds + UInt64(max(0, (instant - base).microseconds)) * 1000
    }
}
