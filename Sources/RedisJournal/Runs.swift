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

    /// Notes which run a new connection goes to, before anything is asked or heard on it. `known` is what
    /// `count` was before it was made: throws if another run was noted since, which may be the newer one.
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

    /// How many there have been.
    var count: Int { state.withLock { $0.count } }

    /// Whether no connection has been made to another since.
    func isNewest(_ run: Text) -> Bool { state.withLock { $0.newest == run } }
}
