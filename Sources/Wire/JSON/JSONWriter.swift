public import Stage
public import Texts

/// Writes JSON into a buffer, which `reset` empties without giving up its memory.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []

    /// `capacity`: the number of bytes to reserve.
    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Empties the buffer and keeps its memory.
    public mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes `text` unchanged: punctuation, and keys that need no escape.
    public mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    public mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    public mutating func integer(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude)
    }

    public mutating func bool(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    /// Writes a number with at most two decimals, in its shortest form.
    public mutating func number(_ value: Hundredths) {
        fixed(value.units, decimals: 2)
    }

    /// Writes a number with at most three decimals, in its shortest form.
    public mutating func number(_ value: Thousandths) {
        fixed(value.units, decimals: 3)
    }

    /// Writes the shortest form that reads back as the same double; `value` must be finite.
    public mutating func number(_ value: Double) {
        // Swift's description of a whole number ends in ".0" up to 2⁵³, and has an exponent above.
        if value == value.rounded(), abs(value) <= 0x1p53 {
            integer(Int64(value))
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    /// Writes `units` · 10^−`decimals` without trailing zeros; `decimals` is 2 or 3.
    private mutating func fixed(_ units: Int64, decimals: Int) {
        var fraction = units.magnitude
        var scale: UInt64 = decimals == 2 ? 100 : 1000
        if units < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(fraction / scale)
        fraction %= scale
        guard fraction != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        while fraction != 0 {
            scale /= 10
            bytes.append(UInt8(ascii: "0") + UInt8(fraction / scale))
            fraction %= scale
        }
    }

    private mutating func digits(_ value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// Writes a string in quotes. Only quotes, backslashes and control characters are escaped,
    /// which is sufficient (RFC 8259, section 7).
    public mutating func string(_ text: Text) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        // A long text that needs no escape is copied as a whole.
        if text.byteCount > Self.long, text.consists(of: Self.standsAsItIs) {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                raw("\\u00")
                bytes.append(Self.hexadecimal(byte >> 4))
                bytes.append(Self.hexadecimal(byte & 15))
            default:
                bytes.append(byte)
            }
        }
    }

    private static let long = 12

    private static func standsAsItIs(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    public mutating func value(_ json: JSON) {
        switch json {
        case .null: raw("null")
        case .bool(let flag): bool(flag)
        case .number(let value): number(value)
        case .string(let text): string(text)
        case .array(let elements):
            list(elements, "[", "]") { writer, element in writer.value(element) }
        case .object(let members):
            list(members, "{", "}") { writer, member in
                writer.string(member.key)
                writer.raw(":")
                writer.value(member.value)
            }
        }
    }

    /// Writes `elements` between `open` and `close`, with commas between them.
    public mutating func list<Element>(
        _ elements: [Element], _ open: StaticString, _ close: StaticString,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        raw(open)
        var isFirst = true
        for element in elements {
            if !isFirst { raw(",") }
            isFirst = false
            write(&self, element)
        }
        raw(close)
    }
}

extension JSON {
    /// This value as a JSON text.
    public var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.value(self)
        return writer.bytes
    }
}
