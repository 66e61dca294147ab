import Synchronization
import Texts

/// To which run of Redis a log's connections go. Another run may be another machine, which took over and
/// lacks what the last one had answered.
final class Runs: Sendable {
    private struct State {
        var newest: Text?
        var count = 0
    }

    private let state = Mutex(State())

    /// Notes which run a new connection goes to, before anything is asked or heard on it.
    func note(_ run: Text) {
        state.withLock { state in
            guard state.newest != run else { return }
            state.newest = run
            state.count += 1
        }
    }

    /// How many there have been.
    var count: Int { state.withLock { $0.count } }

    /// Whether no connection has been made to another since.
    func isNewest(_ run: Text) -> Bool { state.withLock { $0.newest == run } }
}
