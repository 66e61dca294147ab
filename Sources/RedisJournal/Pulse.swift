import Dispatch
import Foundation

/// The thread that lets log time go on while nobody writes.
final class Pulse: Sendable {
    /// Several times within the longest step that log time takes.
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
