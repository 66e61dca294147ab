import Dispatch
import Foundation

/// The thread that lets log time go on while nobody writes.
final class Pulse: Sendable {
    /// Several times within the longest step that log time takes.
    private static let periodSeconds = 0.25

    private let link: Link
    private let stopping = DispatchSemaphore(value: 0)

    init(_ link: Link) {
        self.link = link
    }

    func start() {
        let thread = Thread { [self] in
            while stopping.wait(timeout: .now() + Self.periodSeconds) == .timedOut {
                // Who writes is told why that can't be done.
                _ = try? link.tick()
            }
        }
        thread.name = "log clock"
        thread.start()
    }

    func stop() { stopping.signal() }
}
