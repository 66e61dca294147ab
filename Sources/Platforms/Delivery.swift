import Digests
public import Texts
import Wire

/// A request of a platform that reports events, before it is decoded, with its body and its header fields.
public struct Delivery: Sendable {
    public let body: [UInt8]
    /// The time of arrival, in microseconds since 1970.
    let wallMicroseconds: Int64
    /// Returns a header field by its name, in any case.
    let field: @Sendable (Text) -> Text?
    /// Converts an RFC 3339 time to microseconds since 1970.
    let microseconds: @Sendable (Text) -> Int64?
    /// The room's currency; empty if it is not known.
    let currency: Text

    public init(
        body: [UInt8], wallMicroseconds: Int64, field: @escaping @Sendable (Text) -> Text?,
        microseconds: @escaping @Sendable (Text) -> Int64?, currency: Text = ""
    ) {
        self.currency = currency
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.field = field
        self.microseconds = microseconds
    }

    /// The maximum number of JSON values, more than any platform sends. Many small values take
    /// longer to read than a text of the same size.
    private static let mostValues = 5000

    /// Returns the body as JSON; the media type must be JSON.
    func json() throws(DeliveryFault) -> JSON {
        guard mediaType == "application/json" else { throw .mediaType("application/json") }
        return try Self.json(body)
    }

    /// Returns the fields of a form as an object; the media type must be that of a form.
    func form() throws(DeliveryFault) -> JSON {
        guard mediaType == Form.mediaType else { throw .mediaType(Form.mediaType) }
        guard let form = Form(body, charset: charset) else {
            throw .content("", "has too many fields")
        }
        return form.json
    }

    /// Returns the body, JSON or a form. A form with the single field `payload` returns the JSON in
    /// it, because GitHub can send webhooks in this format.
    func jsonOrForm() throws(DeliveryFault) -> JSON {
        guard mediaType == Form.mediaType else { return try json() }
        let form = try form()
        guard form.members.count == 1, case .string(let payload)? = form["payload"] else {
            return form
        }
        return try Self.json(Array(payload.utf8))
    }

    /// The charset that the header names; nil if it names no charset.
    private var charset: Text? {
        let parameters = (field("Content-Type") ?? "").elements(separatedBy: UInt8(ascii: ";"))
        return parameters.dropFirst().lazy.compactMap { $0.asciiLowercased.rest(after: "charset=") }
            .first.map { Text(decoding: $0.utf8.filter { $0 != UInt8(ascii: "\"") }) }
    }

    /// Returns an ID made of the fields that distinguish one message from another; nil if a field
    /// is missing.
    static func id(_ word: Text, _ fields: Text?...) -> Text? {
        var id = word
        for field in fields {
            guard let field else { return nil }
            id = "\(id):\(field)"
        }
        return id
    }

    /// Returns a digest of several texts, each separated from the next.
    static func digest(_ texts: Text...) -> Text {
        let bytes: [UInt8] = texts.reduce([]) { $0 + Array($1.utf8) + [0] }
        return Text(hexadecimal: SHA256.hash(bytes).prefix(16))
    }

    /// Makes a name for a message without an ID, which makes its anonymous sender a separate person. Hashes the whole
    /// body.
    func makeStamp() -> Text {
        Self.digest(Text(decoding: body), Text("\(wallMicroseconds)"))
    }

    /// The body's media type without its parameters (RFC 9110, section 8.3.1).
    var mediaType: Text {
        let type = field("Content-Type") ?? ""
        return type.elements(separatedBy: UInt8(ascii: ";")).first?.asciiLowercased ?? ""
    }

    static func json(_ bytes: [UInt8]) throws(DeliveryFault) -> JSON {
        do throws(JSONSyntaxError) {
            return try JSON(
                parsing: bytes, mostValues: mostValues, keepsLongIntegers: true)
        } catch {
            throw .syntax(error)
        }
    }
}
