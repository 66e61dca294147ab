public import Texts
public import Wire

/// What a platform sent, as it came.
public struct Delivery: Sendable {
    public let body: [UInt8]
    /// When it came, in microseconds since 1970.
    let wallMicroseconds: Int64
    /// A field beside the body, by a name in any case.
    let field: @Sendable (Text) -> Text?
    /// Microseconds since 1970 of a time as RFC 3339 has it.
    let microseconds: @Sendable (Text) -> Int64?
    /// The room's currency; empty: not known.
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

    /// More than any platform sends: many small values take longer to read than as many bytes of text.
    private static let mostValues = 5000

    /// The body, which must be JSON and say so.
    func json() throws(DeliveryFault) -> JSON {
        guard mediaType == "application/json" else { throw .mediaType("application/json") }
        return try Self.json(body)
    }

    /// The fields of the body, which must be a form and say so, as an object.
    func form() throws(DeliveryFault) -> JSON {
        guard mediaType == Form.mediaType else { throw .mediaType(Form.mediaType) }
        guard let form = Form(body, charset: charset) else {
            throw .content("", "has too many fields")
        }
        return form.json
    }

    /// What a delivery holds that may be JSON or a form. A form with the one field `payload` is the
    /// JSON in it, as GitHub sends it if its webhook is set so.
    func jsonOrForm() throws(DeliveryFault) -> JSON {
        guard mediaType == Form.mediaType else { return try json() }
        let form = try form()
        guard form.members.count == 1, case .string(let payload)? = form["payload"] else {
            return form
        }
        return try Self.json(Array(payload.utf8))
    }

    /// The charset that the header names; nil: none.
    private var charset: Text? {
        let parameters = (field("Content-Type") ?? "").elements(separatedBy: UInt8(ascii: ";"))
        return parameters.dropFirst().lazy.compactMap { $0.asciiLowercased.rest(after: "charset=") }
            .first.map { Text(decoding: $0.utf8.filter { $0 != UInt8(ascii: "\"") }) }
    }

    /// The body's media type without its parameters (RFC 9110, section 8.3.1).
    var mediaType: Text {
        let type = field("Content-Type") ?? ""
        return type.elements(separatedBy: UInt8(ascii: ";")).first?.asciiLowercased ?? ""
    }

    static func json(_ bytes: [UInt8]) throws(DeliveryFault) -> JSON {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: bytes, mostValues: mostValues)
        } catch {
            throw .syntax(error)
        }
    }
}

/// Why a delivery is not taken.
public enum DeliveryFault: Error, Hashable, Sendable {
    /// It is not signed, or not by who knows the secret.
    case forged
    /// It was signed too long ago, or its time lies ahead.
    case stale
    /// Its body is not of this media type.
    case mediaType(Text)
    /// Its body is not JSON.
    case syntax(JSONSyntaxError)
    /// A field of its body is not as the platform has it.
    case unfit(ContentError)

    static func content(_ pointer: Text, _ detail: String) -> DeliveryFault {
        .unfit(ContentError(problems: [.init(pointer: pointer, detail: detail)]))
    }
}

/// What a delivery says.
public enum Reading: Hashable, Sendable {
    /// What happened, and what came in the same delivery and counts for nothing.
    case happenings([Happening], beside: [PassedOver] = [])
    /// What happened under these ids is to be as if it never had. `type`: what says so to the platform.
    case corrections([Text], type: Text, beside: [PassedOver] = [])
    /// The platform asks whether somebody is there who knows the secret: this is to be answered.
    case challenge(Text)
    /// The platform will send no more of this, for a reason.
    case revoked(Reason)
    /// There is nothing in it to be shown.
    case passed(PassedOver)

    /// So many are taken back by one delivery.
    private static let mostCorrections = 50

    /// Takes back what happened under ids, which stand in `field`.
    static func corrections(of ids: [JSON?], in field: Text, _ type: Text) -> Reading {
        let known = ids.prefix(mostCorrections).compactMap { $0?.id }
        if known.isEmpty { return .passed(type, .namesNothing) }
        var beside: [PassedOver] = []
        if known.count < min(ids.count, mostCorrections) {
            beside.append(.init(type, .namesNothing))
        }
        if ids.count > mostCorrections { beside.append(.init(type, .tooMany(field))) }
        return .corrections(known, type: type, beside: beside)
    }

    static func passed(_ type: Text, _ reason: Reason, isPrivate: Bool = false) -> Reading {
        .passed(PassedOver(type, reason, isPrivate: isPrivate))
    }

    /// One that this version does not know, or that counts for nothing.
    static func unknown(_ type: Text, isPrivate: Bool = false) -> Reading {
        .passed(type, .unknownType, isPrivate: isPrivate)
    }
}

/// A delivery, or a part of one, that counts for nothing.
public struct PassedOver: Hashable, Sendable {
    /// What it is to the platform.
    public let type: Text
    public let reason: Reason
    /// Whether nobody is to be told what else is in it.
    public let isPrivate: Bool
    /// The part; nil: it is the whole delivery.
    public let part: JSON?

    public init(_ type: Text, _ reason: Reason, isPrivate: Bool = false, part: JSON? = nil) {
        self.type = type
        self.reason = reason
        self.isPrivate = isPrivate
        self.part = part
    }
}
