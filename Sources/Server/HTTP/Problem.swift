import Journal
import Platforms
import Stage
import Texts
import Transport
import Wire

/// An error response that tells a person the reason and the remedy (RFC 9457).
struct Problem: Error {
    let type: ProblemType
    var status: Int
    var title: String
    var detail: String?
    var errors: [ContentError.Problem] = []
    var headers: [(name: String, value: String)] = []
    /// The reason that the owner of a source sees, if it is more specific than the type.
    var cause: Reason?
    /// True if the client exceeds a limit: its response may be delayed.
    var slowsDown = false

    /// `retryAfterSeconds`: the time after which a retry makes sense.
    init(
        _ type: ProblemType, detail: String?, errors: [ContentError.Problem] = [],
        retryAfterSeconds: Int? = nil
    ) {
        self.type = type
        status = type.status
        title = type.title
        self.detail = detail
        self.errors = errors
        if let retryAfterSeconds { headers.append(("Retry-After", "\(retryAfterSeconds)")) }
    }

    /// The HTTP response.
    var response: Response {
        var members: [JSON.Member] = [
            .init("type", .string("/problems/\(type.word)")),
            .init("title", .string(Text(title))),
            .init("status", .number(Double(status))),
        ]
        if let detail { members.append(.init("detail", .string(Text(detail)))) }
        if !errors.isEmpty {
            members.append(
                .init(
                    "errors",
                    .array(
                        errors.map {
                            .object([
                                .init("pointer", .string($0.pointer)),
                                .init("detail", .string(Text($0.detail))),
                            ])
                        })))
        }
        var response = Response(
            status: status,
            headers: [("Content-Type", "application/problem+json")] + headers + Response.guards,
            body: JSON.object(members).encoded)
        response.slowsDown = slowsDown
        return response
    }
}

extension Problem {
    static func badContent(_ error: ContentError) -> Problem {
        Problem(.content, detail: error.description, errors: error.problems)
    }

    static func notJSON(_ error: JSONSyntaxError) -> Problem {
        Problem(
            .notJSON, detail: "\(error.description). The body must be one JSON text in UTF-8.")
    }

    static func notFound(_ detail: String) -> Problem { Problem(.notFound, detail: detail) }

    static func methodNotAllowed(_ allowed: [Request.Method]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        var problem = Problem(.method, detail: "Use \(list).")
        problem.headers.append(("Allow", list))
        return problem
    }

    static let mediaType = Problem(
        .mediaType,
        detail: "Send the header Content-Type: application/json (curl: --json).")

    static let idTaken = Problem(
        .idTaken,
        detail: "An event with this ID and different content is recorded. Use a new ID for a new "
            + "event, and the same content to repeat an event.")

    static let changedMeanwhile = Problem(
        .conflict,
        detail: "Another request has changed this setting since you read it. Read it again, and "
            + "repeat your change if you still want it.")

    static let stale = Problem(
        .stale,
        detail: "This server has not heard from the shared log for over a second, and can't know "
            + "which keys and settings are valid. Nothing was changed.", retryAfterSeconds: 1)

    static let upgradeRequired: Problem = {
        var problem = Problem(.upgrade, detail: "Open it with a WebSocket client.")
        problem.headers.append(("Upgrade", "websocket"))
        return problem
    }()

    static let draining = Problem(
        .draining,
        detail: "Nothing was recorded. Send it again when the server is back.",
        retryAfterSeconds: 2)

    static func suspended(_ suspension: Standing.Suspension) -> Problem {
        let reason = suspension.reason.isEmpty ? "" : ": \(suspension.reason.string)"
        return Problem(
            .suspended,
            detail:
                "An admin suspended the room at \(suspension.at.text)\(reason). The room "
                + "takes no events and has no viewers until an admin resumes it.",
            retryAfterSeconds: 60)
    }

    static let roomLeaving = Problem(
        .roomLeaving,
        detail: "Nothing was recorded. Send the request again to create a new room with this name.",
        retryAfterSeconds: 1)

    static func journalDown(_ error: JournalError) -> Problem {
        Problem(
            .journal, detail: "\(error). Nothing was recorded; send it again later.",
            retryAfterSeconds: 2)
    }

    static func journalUnsure(_ error: JournalError) -> Problem {
        Problem(
            .unsure, detail: "\(error). The event may be recorded: repeat it with the same ID.",
            retryAfterSeconds: 2)
    }

    /// The log did not keep a change of keys, sources, room settings or files.
    static func notKept(_ error: JournalError) -> Problem {
        guard error.isUnsure else { return journalDown(error) }
        return Problem(
            .unsure, detail: "\(error). The change may have been made: send the request again.",
            retryAfterSeconds: 2)
    }

    /// The room could not be erased.
    static func notErased(_ error: JournalError, isWithoutFiles: Bool) -> Problem {
        var problem = journalDown(error)
        guard error.isDiskFull else { return problem }
        problem.detail =
            "The disk is full, and erasing a room needs some space"
            + (isWithoutFiles ? "; the room's files are already deleted" : "")
            + ". Free space on the disk, then delete the room again."
        return problem
    }

    static func unreadable(_ error: JournalError) -> Problem {
        Problem(.unreadable, detail: "\(error)", retryAfterSeconds: 2)
    }

    static let foreignOrigin = Problem(
        .origin,
        detail: "The request's Origin is not this server. Name it with --allow-origin if it is "
            + "yours.")

    /// The answer to every invalid key, so that it reveals no facts about keys.
    static let unauthorized: Problem = {
        var problem = Problem(
            .unauthorized,
            detail:
                "Send the header Authorization: Bearer with a valid key. \"ovation keys create\" "
                + "makes one.")
        problem.headers.append(("WWW-Authenticate", "Bearer"))
        return problem
    }()

    static let forbidden = Problem(
        .forbidden, detail: "Use a key of this room whose role allows this: see docs/keys.md.")

    static func tooFast(_ limit: Limit) -> Problem {
        var problem = Problem(
            .full, detail: "The limit \(limit.name) is reached: see docs/limits.md.",
            retryAfterSeconds: limit.measure.retryAfterSeconds)
        problem.title = "A limit is reached"
        problem.slowsDown = true
        return problem
    }

    static let tooManyKeys: Problem = {
        var problem = Problem(
            .full, detail: "A room has at most \(Keys.perRoom) keys. Revoke one of them first.",
            retryAfterSeconds: 60)
        problem.title = "There are too many keys"
        return problem
    }()

    static let adminsKey = content(
        "/role", "an admin's key is made on the server's machine: ovation keys create --role admin")

    static func onlyViewers(_ key: Text) -> Problem {
        content("/\(key)", "is for keys of the role viewer only")
    }

    static let triggersNeedEvent = content(
        "/event",
        "is required: the event that the key triggers, such as "
            + #"{"type":"control","action":"skip"}"#)

    static let onlyTriggers = content("/event", "is for keys of the role trigger only")

    static let onlyHooks = content("/source", "is for keys of the role hook only")

    static func noHook(of kinds: Text) -> Problem {
        content(
            "/source",
            "must be one of: \(kinds). Other platforms sign their deliveries, or their "
                + "bridges send a header")
    }

    /// The request came from a prefetch, a link preview or another site's page.
    static let unmeant = Problem(
        .origin,
        detail: "A browser's prefetch, a link preview or another site's page triggers no event. "
            + "Nothing was recorded.")

    static func noKey(_ id: Text) -> Problem { .notFound("There is no key with this ID here.") }

    private static func content(_ pointer: Text, _ detail: String) -> Problem {
        .badContent(ContentError(problems: [.init(pointer: pointer, detail: detail)]))
    }

    static let foreignHost = Problem(
        .host,
        detail: "The request's Host is not one of this server's names. Start the server with "
            + "--public-url if clients use that name.")

    static let tooManyQuestions: Problem = {
        var problem = Problem(.full, detail: "Ask again in a moment.", retryAfterSeconds: 1)
        problem.title = "Too many queries at once"
        return problem
    }()

    static let tooManyRooms = Problem(
        .tooManyRooms, detail: "Ask again in a moment, or raise --max-rooms.",
        retryAfterSeconds: 10)

    static func refused(_ refusal: Refusal) -> Problem {
        if refusal.isMissing { return .notFound(refusal.explanation) }
        return Problem(
            .full,
            detail: "\(refusal.explanation) Nothing was recorded; send it again in a moment.",
            retryAfterSeconds: 1)
    }

    /// The transport refuses the request: its head or body is not acceptable HTTP.
    static func malformed(status: Int, detail: String) -> Problem {
        var problem = Problem(.http, detail: detail)
        problem.status = status
        problem.title =
            switch status {
            case 408: "The request came too slowly"
            case 411: "The request must state the length of its body"
            case 413: "The body is too large"
            case 431: "The header of the request is too large"
            case 501, 405: "The server does not know this method"
            case 503: "The server has too many connections"
            default: ProblemType.http.title
            }
        return problem
    }
}
