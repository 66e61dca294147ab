package import Texts
package import Transport
package import Wire

/// An error response that tells a person the reason and the remedy (RFC 9457).
package struct Problem: Error {
    package let type: ProblemType
    package var status: Int
    package var title: String
    package var detail: String?
    package var errors: [ContentError.Problem] = []
    package var headers: [(name: String, value: String)] = []
    /// The error behind the problem, if it is more specific than the type. Clients do not see it.
    package var cause: (any Error)?
    /// True if the client exceeds a limit: its response may be delayed.
    package var slowsDown = false

    /// `retryAfterSeconds`: the time after which a retry makes sense.
    package init(
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
    package var response: Response {
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
    package static func badContent(_ error: ContentError) -> Problem {
        Problem(.content, detail: error.description, errors: error.problems)
    }

    package static func notJSON(_ error: JSONSyntaxError) -> Problem {
        Problem(
            .notJSON, detail: "\(error.description). The body must be one JSON text in UTF-8.")
    }

    package static func notFound(_ detail: String) -> Problem { Problem(.notFound, detail: detail) }

    package static func methodNotAllowed(_ allowed: [Request.Method]) -> Problem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        var problem = Problem(.method, detail: "Use \(list).")
        problem.headers.append(("Allow", list))
        return problem
    }

    package static let mediaType = Problem(
        .mediaType,
        detail: "Send the header Content-Type: application/json (curl: --json).")

    package static let upgradeRequired: Problem = {
        var problem = Problem(.upgrade, detail: "Open it with a WebSocket client.")
        problem.headers.append(("Upgrade", "websocket"))
        return problem
    }()

    package static let foreignOrigin = Problem(
        .origin,
        detail: "The request's Origin is not this server. Name it with --allow-origin if it is "
            + "yours.")

    /// The value at one JSON pointer of the body is invalid.
    package static func content(_ pointer: Text, _ detail: String) -> Problem {
        .badContent(ContentError(problems: [.init(pointer: pointer, detail: detail)]))
    }

    package static let foreignHost = Problem(
        .host,
        detail: "The request's Host is not one of this server's names. Start the server with "
            + "--public-url if clients use that name.")

    /// The transport refuses the request: its head or body is not acceptable HTTP.
    package static func malformed(status: Int, detail: String) -> Problem {
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
