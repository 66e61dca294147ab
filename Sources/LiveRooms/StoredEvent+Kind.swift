package import Access
package import HTTPRouting
package import Journal
import Settings
package import Stage
import Texts
import Wire

extension StoredEvent {
    /// Decodes the event. Throws if it can't be read.
    package func kind() throws(Problem) -> Event.Kind {
        do {
            return try Event.Kind(stored: JSON(parsing: Array(body.utf8)))
        } catch {
            throw .unreadable(.storage(code: 0, message: "event \(seq) can't be read"))
        }
    }

    /// True if a caller may know of the event and retract it. A posting key and a platform may only for their own
    /// events.
    package func isKnown(to caller: Caller) -> Bool {
        switch caller.role {
        case .deck, .moderator, .owner, .admin: true
        case nil, .viewer, .trigger, .hook, .ingest: SignedBody(kept: body).key == caller.key
        }
    }
}
