import Access
import Cluster
import HTTPRouting
import History
import LiveRooms
import Texts
import Transport
import Webhooks
import Wire

/// The ID that a client gives its event, in the body or in the header Idempotency-Key.
extension Call {
    /// Returns the ID in the body, or else in the header. Throws if they differ.
    func eventID(inBody given: Text?) throws(Problem) -> Text? {
        let key = try idempotencyKey()
        if let key, let given, key != given {
            throw .badID("differs from the header Idempotency-Key")
        }
        guard let given else { return key }
        return try checkedID { () throws(ContentError) in given }
    }

    /// Returns the ID of a request whose path describes the whole event. The ID is in a header, or for a POST
    /// in a body that has nothing else.
    func bareEventID() throws(Problem) -> Text? {
        guard request.method == .post, !request.body.isEmpty else { return try idempotencyKey() }
        return try eventID(
            inBody: body { (json) throws(ContentError) in try EventBody.bareID(json) })
    }

    /// Returns the value of the header Idempotency-Key, with or without the quotes of a structured field.
    func idempotencyKey() throws(Problem) -> Text? {
        guard var key = request.header("Idempotency-Key") else { return nil }
        let quote = UInt8(ascii: "\"")
        if key.byteCount >= 2, key.utf8.first == quote, key.utf8.last == quote {
            key = Text(decoding: key.utf8.dropFirst().dropLast())
        }
        guard key.utf8.first != quote, key.utf8.last != quote else {
            throw .badID("the header Idempotency-Key has a quote too many")
        }
        // Bytes that are not UTF-8 are read as U+FFFD, so different IDs would become equal.
        guard !key.scalars.contains("\u{FFFD}") else {
            throw .badID("the header Idempotency-Key is not UTF-8")
        }
        return try checkedID { () throws(ContentError) in try EventBody.id(key) }
    }

    private func checkedID(_ id: () throws(ContentError) -> Text) throws(Problem) -> Text {
        do throws(ContentError) {
            let id = try id()
            try EventID.checkIsNotDerived(id)
            return id
        } catch {
            throw .badContent(error)
        }
    }
}

extension Problem {
    fileprivate static func badID(_ detail: String) -> Problem {
        .badContent(ContentError(problems: [.init(pointer: "/id", detail: detail)]))
    }
}
