import CLibwebsockets
import Glibc

/// A timer of an event loop on CLOCK_MONOTONIC, as precise as the kernel's scheduling. The library's own
/// timers round to milliseconds, and are too late for frames.
///
///     timer = try loop.makeTimer { expirations in … }
///     timer.arm(atNanoseconds: LoopTimer.now + 16_666_667, everyNanoseconds: 16_666_667)
public final class LoopTimer {
    private final class Clock: Endpoint {
        var fired: ((UInt64) -> Void)?
        private let ownRank: ReadyQueue.Rank

        override var rank: ReadyQueue.Rank { ownRank }

        init(loop: EventLoop, rank: ReadyQueue.Rank, fired: @escaping (UInt64) -> Void) {
            self.fired = fired
            ownRank = rank
            super.init(loop: loop)
        }

        override func handle(
            _ reason: lws_callback_reasons,
            _ bytes: UnsafeMutableRawBufferPointer
        ) -> Int32 {
            guard reason == LWS_CALLBACK_RAW_RX_FILE else { return 0 }
            var expirations: UInt64 = 0
            let size = MemoryLayout.size(ofValue: expirations)
            // The timer was disarmed or armed again after the loop had seen it ready.
            guard read(descriptor, &expirations, size) == size else { return 0 }
            fired?(expirations)
            return 0
        }

        override func released() {
            fired = nil
        }
    }

    private let clock: Clock

    init(
        loop: EventLoop, rank: ReadyQueue.Rank = .known, fired: @escaping (UInt64) -> Void
    ) throws(TransportError) {
        let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
        guard descriptor >= 0 else { throw .timer(code: errno) }
        clock = Clock(loop: loop, rank: rank, fired: fired)
        try loop.adopt(clock, file: descriptor)
    }

    deinit {
        invalidate()
    }

    /// The present time of the clock in nanoseconds.
    public static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Calls the timer's closure at `deadline`, on the clock of `now`, and then every `interval`, or only
    /// once if that is 0. A deadline in the past is due at once. Missed expirations become one call with
    /// their number.
    public func arm(atNanoseconds deadline: UInt64, everyNanoseconds interval: UInt64 = 0) {
        // A time of 0 would disarm it.
        set(to: max(1, deadline), every: interval)
    }

    public func disarm() {
        set(to: 0, every: 0)
    }

    /// Ends the timer: its closure is released and never called again.
    public func invalidate() {
        guard clock.fired != nil else { return }
        clock.fired = nil
        disarm()
        clock.hangUp()
    }

    private func set(to deadline: UInt64, every interval: UInt64) {
        guard clock.wsi != nil else { return }
        var setting = itimerspec(it_interval: timespec(interval), it_value: timespec(deadline))
        timerfd_settime(clock.descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}

extension timespec {
    fileprivate init(_ nanoseconds: UInt64) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.init(tv_sec: Int(clamping: seconds), tv_nsec: Int(rest))
    }
}
