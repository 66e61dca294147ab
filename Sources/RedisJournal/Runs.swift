import Synchronization
import Texts

/// Tracks which run of Redis (from its start to its end) the connections of a log use. A new run may be another machine
/// that took over and lacks writes that the last one had confirmed.
final class Runs: Sendable {
    private struct State {
        var newest: Text?
        var count = 0
    }

    private let state = Mutex(State())

    /// Registers the run of a new connection before the first command on it. `known` is the value of `count` before the
    /// connection was opened. Throws if another run was registered since, which may be the newer one.
    func note(_ run: Text, knowing known: Int) throws(Lost) {
        let isNewest = state.withLock { state in
            if state.newest == run { return true }
            guard state.count == known else { return false }
            state.newest = run
            state.count += 1
            return true
        }
        guard isNewest else { throw .overtaken }
    }

    /// The number of runs so far.
    var count: Int { state.withLock { $0.count } }

    /// Returns true if no connection to a newer run was made.
    func isNewest(_ run: Text) -> Bool { state.withLock { $0.newest == run } }
}
