import Journal
import Stage
import Transport
import Wire

/// A refusal that tells a person what is wrong and what to do (RFC 9457).
struct Problem: Error {
    let status: Int
    /// The last part of the `type`; `docs/errors.md` has a section of this name.
    let type: String
    let title: String
    var detail: String?
    var errors: [ContentError.Problem] = []
    var headers: [(name: String, value: String)] = []

    /// The refusal as an answer.
    var response: Response {
        var members: [JSON.Member] = [
            .init("type", .string("/problems/\(type)")),
            .init("title", .string(title)),
            .init("status", .number(Double(status))),
        ]
        if let detail { members.append(.init("detail", .string(detail))) }
        if !errors.isEmpty {
            members.append(
                .init(
                    "errors",
                    .array(
                        errors.map {
                            .object([
                                .init("pointer", .string($0.pointer)),
                                .init("detail", .string($0.detail)),
                            ])
                        })))
        }
        return Response(
            status: status,
            headers: [("Content-Type", "application/problem+json")] + headers,
            body: JSON.object(members).encoded)
    }
}

extension Problem {
    static func badContent(_ error: ContentError) -> Problem {
        Problem(
            status: 422, type: "content", title: "The content is not as it must be",
            detail: error.description, errors: error.problems)
    }

    static func notJSON(_ error: JSONSyntaxError) -> Problem {
        Problem(
            status: 400, type: "not-json", title: "The body is not JSON",
            detail: "\(error.description). The body must be one JSON text in UTF-8.")
    }

    static func notFound(_ detail: String) -> Problem {
        Problem(status: 404, type: "not-found", title: "Not found", detail: detail)
    }

    static func methodNotAllowed(_ allowed: [Request.Method]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return Problem(
            status: 405, type: "method", title: "This can't be done here",
            detail: "Use \(list).", headers: [("Allow", list)])
    }

    static let mediaType = Problem(
        status: 415, type: "media-type", title: "The body must be application/json",
        detail: "Send the header Content-Type: application/json (curl: --json).")

    static let idTaken = Problem(
        status: 409, type: "id-taken",
        title: "This id stands for something else already",
        detail: "An event with this id and another content is recorded. Use a new id for a new "
            + "event, and the same content to repeat one.")

    static let upgradeRequired = Problem(
        status: 426, type: "upgrade", title: "This is a WebSocket",
        detail: "Open it with a WebSocket client.", headers: [("Upgrade", "websocket")])

    static let draining = Problem(
        status: 503, type: "draining", title: "The server is going down",
        detail: "Nothing was recorded. Send it again when the server is back.",
        headers: [("Retry-After", "2")])

    static func journalDown(_ error: JournalError) -> Problem {
        Problem(
            status: 503, type: "journal", title: "Events can't be kept at the moment",
            detail: "\(error). Nothing was recorded; send it again later.",
            headers: [("Retry-After", "2")])
    }

    static let foreignOrigin = Problem(
        status: 403, type: "origin", title: "Another site's page may not do this",
        detail: "The request's Origin is not this server. Name it with --allow-origin if it is "
            + "yours.")

    static let tooManyQuestions = Problem(
        status: 429, type: "full", title: "Too many questions at once",
        detail: "Ask again in a moment.", headers: [("Retry-After", "1")])

    static let tooManyRooms = Problem(
        status: 503, type: "too-many-rooms", title: "The server has no more rooms",
        detail: "Raise --max-rooms, or use a room that exists.", headers: [("Retry-After", "60")])

    static func refused(_ refusal: Refusal) -> Problem {
        if refusal.isMissing { return .notFound(refusal.explanation) }
        return Problem(
            status: 429, type: "full", title: "There is no room for it now",
            detail: "\(refusal.explanation) Nothing was recorded; send it again in a moment.",
            headers: [("Retry-After", "1")])
    }

    /// What the transport refuses by itself: heads and bodies that are no HTTP it takes.
    static func malformed(status: Int, detail: String) -> Problem {
        let title =
            switch status {
            case 408: "The request came too slowly"
            case 411: "The request must say how long its body is"
            case 413: "The body is too large"
            case 431: "The request's head is too large"
            case 501, 405: "The server does not know this method"
            case 503: "The server has too many connections"
            default: "The request is not well-formed HTTP"
            }
        return Problem(status: status, type: "http", title: title, detail: detail)
    }
}
