import Journal
import Stage
import Texts
import Wire

/// A recorded event, as it is to be applied to its room, wherever it came.
struct Occurrence {
    let id: Text
    let kind: Event.Kind
    /// What is told of it: what happened, and by whose key. It is put together for those who listen.
    let told: () -> JSON
    let at: WallTime

    init(_ pending: PendingEvent) {
        id = pending.id
        kind = pending.submission.kind
        told = { pending.told }
        at = pending.wallTime
    }

    /// Throws if it can't be read.
    init(_ event: StoredEvent) throws(Problem) {
        id = event.id
        kind = try event.kind()
        told = { (try? JSON(parsing: Array(event.body.utf8))) ?? .null }
        at = WallTime(microseconds: event.wallMicroseconds)
    }
}
