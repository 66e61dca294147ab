import Digests
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

    /// Reads the body of a delivery, JSON or a form. A form with the one field `payload` is the
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

    /// An ID made of the fields that tell one message from another; nil if one of them is missing.
    static func id(_ word: Text, _ fields: Text?...) -> Text? {
        var id = word
        for field in fields {
            guard let field else { return nil }
            id = "\(id):\(field)"
        }
        return id
    }

    /// A digest of texts, each apart from the next.
    static func digest(_ texts: Text...) -> Text {
        let bytes: [UInt8] = texts.reduce([]) { $0 + Array($1.utf8) + [0] }
        return Text(hexadecimal: SHA256.hash(bytes).prefix(16))
    }

    /// A name for a message without an ID, so that its anonymous sender is a person of its own.
    var stamp: Text {
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
    /// Retracts the events or streaks with these IDs. A group contains all possible IDs of one event.
    /// `type`: the platform's word for the retraction.
    case corrections([[Text]], type: Text, beside: [PassedOver] = [])
    /// The platform asks whether somebody is there who knows the secret: this is to be answered.
    case challenge(Text)
    /// The platform will send no more of this, for a reason.
    case revoked(Reason)
    /// There is nothing in it to be shown.
    case passed(PassedOver)

    /// So many are taken back by one delivery.
    private static let mostCorrections = 50

    /// Retracts the events whose IDs are in `field`; `prefix` precedes each ID.
    static func corrections(
        of ids: [JSON?], in field: Text, _ type: Text, prefix: Text = ""
    ) -> Reading {
        let known = ids.prefix(mostCorrections).compactMap {
            $0?.id.map { [(prefix + $0).asHappeningID] }
        }
        if known.isEmpty { return .passed(type, .namesNothing) }
        var beside: [PassedOver] = []
        if known.count < min(ids.count, mostCorrections) {
            beside.append(.init(type, .namesNothing))
        }
        if ids.count > mostCorrections { beside.append(.init(type, .tooMany(field))) }
        return .corrections(known, type: type, beside: beside)
    }

    /// Retracts one event; these are its possible IDs.
    static func correction(of names: [Text?], _ type: Text) -> Reading {
        let known = names.compactMap { $0?.asHappeningID }
        return known.isEmpty ? .passed(type, .namesNothing) : .corrections([known], type: type)
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
