import HTTPRouting
import Journal
import Stage
import Texts
import Wire

/// A recorded event, of this server or another, that is about to be applied to its room.
struct Occurrence {
    let id: Text
    let kind: Event.Kind
    /// Makes the event's body for studios, with the ID of the sender's key. It is called only if a studio listens.
    let told: () -> JSON
    let at: WallTime

    init(_ pending: PendingEvent) {
        id = pending.id
        kind = pending.submission.kind
        told = { pending.told }
        at = pending.wallTime
    }

    /// Throws if the body can't be read.
    init(_ event: StoredEvent) throws(Problem) {
        id = event.id
        kind = try event.kind()
        told = { (try? JSON(parsing: Array(event.body.utf8))) ?? .null }
        at = WallTime(microseconds: event.wallMicroseconds)
    }
}
