import Texts
import Wire

/// A form's fields, as `application/x-www-form-urlencoded` has them (WHATWG URL, section 5.1).
struct Form {
    let fields: [(name: Text, value: Text)]

    static let mediaType: Text = "application/x-www-form-urlencoded"
    private static let mostFields = 600

    /// Nil if it is not UTF-8, or has too many fields.
    init?(_ bytes: [UInt8]) {
        var fields: [(name: Text, value: Text)] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard fields.count < Self.mostFields,
                let name = Text(validating: Self.decoded(part[..<end])),
                let value = Text(validating: Self.decoded(part[end...].dropFirst()))
            else { return nil }
            fields.append((name, value))
        }
        self.fields = fields
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
