import Texts
import Wire

/// A form's fields, as `application/x-www-form-urlencoded` has them (WHATWG URL, section 5.1).
struct Form {
    let fields: [(name: Text, value: Text)]

    static let mediaType: Text = "application/x-www-form-urlencoded"
    private static let mostFields = 600

    /// Nil if it has too many fields. `charset` is the charset named by the delivery's header, if any.
    init?(_ bytes: [UInt8], charset: Text? = nil) {
        let parts = bytes.split(separator: UInt8(ascii: "&"))
        guard parts.count <= Self.mostFields else { return nil }
        let raw = parts.map { part in
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            return (
                name: Self.decoded(part[..<end]), value: Self.decoded(part[end...].dropFirst())
            )
        }
        let reader = FormText(label: Self.charset(of: raw) ?? charset)
        fields = raw.map { (reader.text($0.name), reader.text($0.value)) }
    }

    /// The charset that a form names: PayPal uses the field `charset`, browsers `_charset_`.
    private static func charset(of fields: [(name: [UInt8], value: [UInt8])]) -> Text? {
        let words: [Text] = ["charset", "_charset_"]
        return fields.lazy.compactMap { field -> Text? in
            guard words.contains(where: { $0.utf8.elementsEqual(field.name) }) else { return nil }
            return Text(validating: field.value)
        }.first
    }

    /// An object of texts; of several fields of one name the first.
    var json: JSON {
        var names: Set<Text> = []
        return .object(
            fields.filter { names.insert($0.name).inserted }.map {
                .init($0.name, .string($0.value))
            })
    }

    private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexadecimal(Array(rest.prefix(2))),
                rest.count > 1
            {
                bytes += value
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return bytes
    }
}

/// Makes texts of a form's bytes. No byte makes a delivery unreadable: it may tell of a payment.
private struct FormText {
    private let charset: Charset?
    private let hasLabel: Bool

    /// `label`: the charset that the delivery names; nil: it names none.
    init(label: Text?) {
        charset = label.flatMap(Charset.init)
        hasLabel = label != nil
    }

    func text(_ bytes: [UInt8]) -> Text {
        if let charset { return charset.text(bytes) }
        if let text = Text(validating: bytes) { return text }
        // UTF-8 or an unknown charset: invalid bytes become U+FFFD.
        if hasLabel { return Text(decoding: bytes) }
        // A form that names no charset and is not UTF-8 is most likely of Western Europe.
        return Charset("windows-1252")?.text(bytes) ?? Text(decoding: bytes)
    }
}

/// The bytes that hexadecimal digits stand for, in capital or small letters; nil if something else
/// stands among them.
func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
            return nil
        }
        bytes.append(high << 4 | low)
    }
    return bytes

    func value(_ digit: UInt8) -> UInt8? {
        switch digit.asciiLowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit.asciiLowercased - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
