package import HTTPRouting
package import Journal
package import RoomRuntime
import Settings
import Texts

/// Error responses about the state of rooms, such as a suspension.
extension Problem {
    package static func suspended(_ suspension: RoomAdminSettings.Suspension) -> Problem {
        let reason = suspension.reason.isEmpty ? "" : ": \(suspension.reason.string)"
        return Problem(
            .suspended,
            detail:
                "An admin suspended the room at \(suspension.at.text)\(reason). The room "
                + "takes no events and has no viewers until an admin resumes it.",
            retryAfterSeconds: 60)
    }

    /// The room could not be erased.
    package static func notErased(_ error: JournalError, isWithoutFiles: Bool) -> Problem {
        var problem = journalDown(error)
        guard error.isDiskFull else { return problem }
        problem.detail =
            "The disk is full, and erasing a room needs some space"
            + (isWithoutFiles ? "; the room's files are already deleted" : "")
            + ". Free space on the disk, then delete the room again."
        return problem
    }

    package static let tooManyQuestions: Problem = {
        var problem = Problem(.full, detail: "Ask again in a moment.", retryAfterSeconds: 1)
        problem.title = "Too many queries at once"
        return problem
    }()

    package static let tooManyRooms = Problem(
        .tooManyRooms, detail: "Ask again in a moment, or raise --max-rooms.",
        retryAfterSeconds: 10)
}
