package import HTTPRouting
package import Journal
package import Stage
package import Texts
package import Wire

/// A recorded event, of this server or another, that is about to be applied to its room.
package struct Occurrence {
    package let id: Text
    package let kind: Event.Kind
    /// Makes the event's body for studios, with the ID of the sender's key. It is called only if a studio listens.
    package let told: () -> JSON
    package let at: WallTime

    package init(_ pending: PendingEvent) {
        id = pending.id
        kind = pending.submission.kind
        told = { pending.told }
        at = pending.wallTime
    }

    /// Throws if the body can't be read.
    package init(_ event: StoredEvent) throws(Problem) {
        id = event.id
        kind = try event.kind()
        told = { (try? JSON(parsing: Array(event.body.utf8))) ?? .null }
        at = WallTime(microseconds: event.wallMicroseconds)
    }
}
