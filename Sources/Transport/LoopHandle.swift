import CLibwebsockets
import Synchronization

/// What other threads may do to a loop; it may outlive it.
public final class LoopHandle: Sendable {
    // A context is only ever asked to leave its wait, which the library allows from any thread;
    // the lock keeps it from being destroyed in the middle of that.
    private struct Context: @unchecked Sendable {
        var pointer: OpaquePointer?
    }

    private let context = Mutex(Context())
    private let isWoken = Atomic(false)
    private let isStopped = Atomic(false)

    /// Has the loop call its handler's `woken()`; calls that come before it does are one.
    public func wake() {
        guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        interrupt()
    }

    /// Has `EventLoop.run()` return, or not begin.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        interrupt()
    }

    func attach(_ pointer: OpaquePointer?) {
        context.withLock { $0.pointer = pointer }
    }

    func takeWake() -> Bool {
        isWoken.exchange(false, ordering: .acquiringAndReleasing)
    }

    var wantsStop: Bool { isStopped.load(ordering: .acquiring) }

    private func interrupt() {
        context.withLock {
            if let pointer = $0.pointer { lws_cancel_service(pointer) }
        }
    }
}
