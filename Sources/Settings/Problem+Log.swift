package import HTTPRouting
package import Journal

/// Error responses to requests that the log did not store, or that build on outdated settings.
extension Problem {
    package static let changedMeanwhile = Problem(
        .conflict,
        detail: "Another request has changed this setting since you read it. Read it again, and "
            + "repeat your change if you still want it.")

    package static let stale = Problem(
        .stale,
        detail: "This server has not heard from the shared log for over a second, and can't know "
            + "which keys and settings are valid. Nothing was changed.", retryAfterSeconds: 1)

    package static let roomLeaving = Problem(
        .roomLeaving,
        detail: "Nothing was recorded. Send the request again to create a new room with this name.",
        retryAfterSeconds: 1)

    package static func journalDown(_ error: JournalError) -> Problem {
        Problem(
            .journal, detail: "\(error). Nothing was recorded; send it again later.",
            retryAfterSeconds: 2)
    }

    /// The log did not keep a change of keys, sources, room settings or files.
    package static func notKept(_ error: JournalError) -> Problem {
        guard error.isUnsure else { return journalDown(error) }
        return Problem(
            .unsure, detail: "\(error). The change may have been made: send the request again.",
            retryAfterSeconds: 2)
    }

    package static func unreadable(_ error: JournalError) -> Problem {
        Problem(.unreadable, detail: "\(error)", retryAfterSeconds: 2)
    }
}
