package import Texts
package import Wire

/// A kind of error response, with its name, HTTP status and title.
///
/// The server and the documentation use the same list. `docs/errors.md` has a section for each name.
package struct ProblemType: Sendable {
    /// The name: the last part of the problem's `type`.
    package let word: Text
    package let status: Int
    package let title: String

    private init(_ word: Text, _ status: Int, _ title: String) {
        self.word = word
        self.status = status
        self.title = title
    }

    package static let notJSON = ProblemType("not-json", 400, "The body is not JSON")
    package static let content = ProblemType("content", 422, "The content is invalid")
    package static let notFound = ProblemType("not-found", 404, "Not found")
    package static let method = ProblemType(
        "method", 405, "The address does not support this method")
    package static let mediaType = ProblemType(
        "media-type", 415, "The body must be application/json")
    package static let idTaken = ProblemType(
        "id-taken", 409, "Another event has this ID already")
    package static let conflict = ProblemType("conflict", 409, "The setting was changed meanwhile")
    package static let fixedOrder = ProblemType(
        "fixed-order", 409, "The settings decide the order of this queue")
    package static let full = ProblemType("full", 429, "There is no space for it now")
    package static let origin = ProblemType("origin", 403, "A page of another site may not do this")
    package static let unauthorized = ProblemType("unauthorized", 401, "A key is needed")
    package static let forbidden = ProblemType("forbidden", 403, "The key does not allow this")
    package static let signature = ProblemType(
        "signature", 403, "The delivery's signature is missing or wrong")
    package static let host = ProblemType("host", 421, "The server does not have that name")
    package static let upgrade = ProblemType("upgrade", 426, "This address needs a WebSocket")
    package static let tooManyRooms = ProblemType(
        "too-many-rooms", 503, "The server has too many rooms in memory")
    package static let suspended = ProblemType("suspended", 423, "The room is suspended")
    package static let roomLeaving = ProblemType("room-leaving", 503, "The room is being deleted")
    package static let journal = ProblemType("journal", 503, "Events can't be stored at the moment")
    package static let unsure = ProblemType("unsure", 503, "The request may have taken effect")
    package static let stale = ProblemType("out-of-date", 503, "The settings may be out of date")
    package static let unreadable = ProblemType(
        "unreadable", 503, "This can't be read at the moment")
    package static let draining = ProblemType("draining", 503, "The server is shutting down")
    package static let file = ProblemType("file", 415, "The server does not take this file")
    package static let svg = ProblemType("svg", 422, "The server does not take SVG files")
    package static let fileTooLarge = ProblemType("file-too-large", 413, "The file is too large")
    package static let fileInUse = ProblemType("file-in-use", 409, "The file is in use")
    package static let storage = ProblemType("storage", 507, "There is no space for the file")
    package static let http = ProblemType("http", 400, "The request is not well-formed HTTP")

    package static let all = [
        notJSON, content, notFound, method, mediaType, idTaken, conflict, fixedOrder, full, origin,
        unauthorized,
        forbidden, signature, host, upgrade, tooManyRooms, suspended, roomLeaving, journal, unsure,
        stale,
        unreadable, draining, file, svg, fileTooLarge, fileInUse, storage,
        http,
    ]
}

extension ReferenceTable {
    /// The table `problems` of the documentation.
    package static let problems = ReferenceTable(
        "problems", columns: ["type", "status", "title"],
        rows: ProblemType.all.map { type in
            [
                "[`\(type.word)`](#\(type.word))",
                type.word == ProblemType.http.word ? "several" : "\(type.status)", type.title,
            ]
        })
}
