import CLibwebsockets
import Glibc
import Synchronization

/// Wakes or stops an event loop from other threads. It may outlive the loop.
public final class LoopHandle: Sendable {
    /// Readable when the loop has to leave its wait (eventfd(2)).
    let descriptor: Int32
    private let isWoken = Atomic(false)
    private let isStopped = Atomic(false)

    init() throws(TransportError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .poller(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the loop call its handler's `woken()`. Several calls before that count as one.
    public func wake() {
        guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
        interrupt()
    }

    /// Makes `EventLoop.run()` return, or not begin.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        interrupt()
    }

    func takeWake() -> Bool {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        return isWoken.exchange(false, ordering: .acquiringAndReleasing)
    }

    var wantsStop: Bool { isStopped.load(ordering: .acquiring) }

    private func interrupt() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}
