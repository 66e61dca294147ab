import Texts
import Wire

/// Finds values in a platform's JSON, in the forms of its different versions.
extension JSON {
    /// Returns the value at a path of keys.
    func at(_ keys: Text...) -> JSON? {
        keys.reduce(self) { $0?[$1] }
    }

    /// The text, if this is a text that is not empty.
    var text: Text? {
        if case .string(let text) = self, !text.isEmpty { text } else { nil }
    }

    /// An ID: a text or a number. Long numbers are texts of their digits already.
    var id: Text? { decimal }

    /// The ID; nil for 0, which platforms write for a missing ID.
    var realID: Text? { id.flatMap { $0 == "0" ? nil : $0 } }

    /// The whole number, if this is a number or a text of digits.
    var whole: Int? {
        switch self {
        case .number(let number): Int(exactly: number)
        case .string(let text): Int(text.string)
        default: nil
        }
    }

    /// Returns the first value of these keys that is neither null nor an empty text.
    func first(_ keys: Text...) -> JSON? {
        for key in keys {
            if let value = self[key], value != .null, value != .string("") { return value }
        }
        return nil
    }

    /// A number as decimal digits, or a text, which may contain digits.
    var decimal: Text? {
        if case .number(let number) = self {
            if let whole = Int64(exactly: number) { return Text("\(whole)") }
            return Text(number.description)
        }
        return text
    }

    var isTrue: Bool {
        switch self {
        case .bool(let flag): flag
        case .number(let number): number == 1
        case .string(let text): text == "true" || text == "1"
        default: false
        }
    }

    var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// Returns the value at a JSON pointer (RFC 6901). A pointer without a slash at its start is
    /// the name of a field.
    func found(at pointer: Text) -> JSON? {
        guard pointer.begins(with: "/") else { return self[pointer] }
        let parts = Array(pointer.utf8).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).dropFirst()
        return parts.reduce(self as JSON?) { $0?.under(Self.unescaped($1)) }
    }

    /// The value of a key, or of an index if this is a list.
    func under(_ key: Text) -> JSON? {
        guard case .array(let elements) = self else { return self[key] }
        guard let index = Int(key.string), elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// A part of a pointer without its escapes.
    static func unescaped(_ part: ArraySlice<UInt8>) -> Text {
        var bytes: [UInt8] = []
        var rest = part
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "~"), let next = rest.popFirst() {
                bytes.append(next == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
            } else {
                bytes.append(byte)
            }
        }
        return Text(decoding: bytes)
    }
}
