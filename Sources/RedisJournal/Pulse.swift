import Dispatch
import Foundation

/// A thread that calls a closure four times a second, so that log time goes on while no server writes.
final class Pulse: Sendable {
    /// The period. It is much shorter than a second, the longest step of log time.
    private static let periodSeconds = 0.25

    private let beat: @Sendable () -> Void
    private let stopping = DispatchSemaphore(value: 0)

    init(_ beat: @escaping @Sendable () -> Void) {
        self.beat = beat
    }

    func start() {
        let thread = Thread { [beat, stopping] in
            while stopping.wait(timeout: .now() + Self.periodSeconds) == .timedOut { beat() }
        }
        thread.name = "log clock"
        thread.start()
    }

    func stop() { stopping.signal() }
}
