import Texts
import Wire

/// Decodes the fields of a web form in the encoding `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
struct Form {
    let fields: [(name: Text, value: Text)]

    static let mediaType: Text = "application/x-www-form-urlencoded"
    private static let mostFields = 600

    /// Returns nil if there are too many fields. `charset` is the charset named by the delivery's
    /// header, if any.
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

    /// Returns the charset that a form names: PayPal uses the field `charset`, browsers
    /// `_charset_`.
    private static func charset(of fields: [(name: [UInt8], value: [UInt8])]) -> Text? {
        let words: [Text] = ["charset", "_charset_"]
        return fields.lazy.compactMap { field -> Text? in
            guard words.contains(where: { $0.utf8.elementsEqual(field.name) }) else { return nil }
            return Text(validating: field.value)
        }.first
    }

    /// The fields as an object of texts; of several fields with one name, the first counts.
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

/// The decoder of a form's bytes into texts. It accepts all bytes, because the delivery may report
/// a payment.
private struct FormText {
    private let charset: Charset?
    private let hasLabel: Bool

    /// `label`: the charset that the delivery names; nil if it names no charset.
    init(label: Text?) {
        charset = label.flatMap(Charset.init)
        hasLabel = label != nil
    }

    func text(_ bytes: [UInt8]) -> Text {
        if let charset { return charset.text(bytes) }
        if let text = Text(validating: bytes) { return text }
        // UTF-8 or an unknown charset: invalid bytes become U+FFFD.
        if hasLabel { return Text(decoding: bytes) }
        // A form without a charset that is not UTF-8 is most likely in a Western European charset.
        return Charset("windows-1252")?.text(bytes) ?? Text(decoding: bytes)
    }
}
