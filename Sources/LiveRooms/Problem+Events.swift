package import HTTPRouting
package import Journal
package import Stage
package import Texts
import Wire

/// Error responses to requests whose events were not recorded.
extension Problem {
    package static let idTaken = Problem(
        .idTaken,
        detail: "An event with this ID and different content is recorded. Use a new ID for a new "
            + "event, and the same content to repeat an event.")

    package static let draining = Problem(
        .draining,
        detail: "Nothing was recorded. Send it again when the server is back.",
        retryAfterSeconds: 2)

    package static func journalUnsure(_ error: JournalError) -> Problem {
        Problem(
            .unsure, detail: "\(error). The event may be recorded: repeat it with the same ID.",
            retryAfterSeconds: 2)
    }

    /// The request came from a prefetch, a link preview or another site's page.
    package static let unmeant = Problem(
        .origin,
        detail: "A browser's prefetch, a link preview or another site's page triggers no event. "
            + "Nothing was recorded.")

    package static func refused(_ refusal: Refusal) -> Problem {
        if refusal.isMissing { return .notFound(refusal.explanation) }
        if refusal.isConflict { return Problem(.fixedOrder, detail: refusal.explanation) }
        if refusal.isUnsuitable {
            return .badContent(
                ContentError(problems: [.init(pointer: "", detail: refusal.explanation)]))
        }
        return Problem(
            .full,
            detail: "\(refusal.explanation) Nothing was recorded; send it again in a moment.",
            retryAfterSeconds: 1)
    }

    package static func noEvent(_ id: Text) -> Problem {
        .notFound("No event \"\(id)\" is recorded in this room.")
    }

    /// Refuses to replay, retract or speak an event of another type. `done` is the refused action.
    package static func notShown(
        _ kind: Event.Kind, _ done: String, types: String = "gifts, calls, notices and captions"
    ) -> Problem {
        .badContent(
            ContentError(problems: [
                .init(
                    pointer: "",
                    detail: "only \(types) are \(done), and this is a "
                        + kind.word.string)
            ]))
    }
}
