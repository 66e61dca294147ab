import Texts

/// Parses JSON text (RFC 8259) into a `JSON` value, with limits of size and depth.
extension JSON {
    /// Reads one JSON text (RFC 8259), with only white space around it.
    ///
    /// It is stricter than the grammar, because mistakes would stay hidden otherwise: a repeated
    /// key in an object, more than 600 keys in an object, an unpaired surrogate, a number too large
    /// for a double and nesting deeper than 32 are errors. A byte order mark at the start is
    /// skipped.
    ///
    /// `mostValues`: the maximum number of values, including nested values. `keepsLongIntegers`: a
    /// whole number that a double can't hold exactly becomes a string of its digits, because
    /// platforms send IDs of 19 digits as numbers.
    public init(
        parsing bytes: [UInt8], mostValues: Int = .max, keepsLongIntegers: Bool = false
    ) throws(JSONSyntaxError) {
        var parser = JSONParser(
            bytes: bytes, mostValues: mostValues, keepsLongIntegers: keepsLongIntegers)
        self = try parser.parseDocument()
    }
}

/// A parser of one JSON text, byte by byte.
private struct JSONParser {
    static let deepest = 32
    /// More than any document of this project has.
    static let mostMembers = 600

    let bytes: [UInt8]
    let mostValues: Int
    let keepsLongIntegers: Bool
    var position = 0
    var valueCount = 0

    init(bytes: [UInt8], mostValues: Int, keepsLongIntegers: Bool) {
        self.bytes = bytes
        self.mostValues = mostValues
        self.keepsLongIntegers = keepsLongIntegers
    }

    mutating func parseDocument() throws(JSONSyntaxError) -> JSON {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try parseValue(depth: 0)
        skipWhiteSpace()
        if position < bytes.count { throw error("unexpected text after the value") }
        return value
    }

    private func error(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset ?? position, reason: reason)
    }

    /// The byte at the position; at the end 0, which JSON never contains.
    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipWhiteSpace() {
        while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 {
            position += 1
        }
    }

    private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSON {
        guard depth <= Self.deepest else { throw error("nested too deeply") }
        skipWhiteSpace()
        valueCount += 1
        guard valueCount <= mostValues else { throw error("more than \(mostValues) values") }
        switch current {
        case UInt8(ascii: "{"): return try parseObject(depth: depth)
        case UInt8(ascii: "["): return try parseArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"): return try parseWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", as: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        default: throw error(position < bytes.count ? "unexpected character" : "unexpected end")
        }
    }

    private mutating func parseWord(
        _ word: StaticString, as value: JSON
    ) throws(JSONSyntaxError) -> JSON {
        let text = Array(word.description.utf8)
        guard bytes[position...].starts(with: text) else { throw error("unexpected word") }
        position += text.count
        return value
    }

    // MARK: Objects and arrays

    private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSON {
        position += 1
        var members: [JSON.Member] = []
        var keys = SeenKeys()
        skipWhiteSpace()
        if consume(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipWhiteSpace()
            let start = position
            guard current == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            let key = try parseString()
            guard keys.insert(key, after: members) else {
                throw error("the key \"\(key)\" stands twice", at: start)
            }
            guard members.count < Self.mostMembers else {
                throw error("more than \(Self.mostMembers) keys in one object", at: start)
            }
            skipWhiteSpace()
            guard consume(UInt8(ascii: ":")) else { throw error("expected a colon") }
            members.append(JSON.Member(key, try parseValue(depth: depth + 1)))
            skipWhiteSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw error("expected a comma or }") }
        return .object(members)
    }

    private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSON {
        position += 1
        var elements: [JSON] = []
        skipWhiteSpace()
        if consume(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try parseValue(depth: depth + 1))
            skipWhiteSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw error("expected a comma or ]") }
        return .array(elements)
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    // MARK: Numbers

    private mutating func parseNumber() throws(JSONSyntaxError) -> JSON {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try skipDigits() }
        let end = position
        if consume(UInt8(ascii: ".")) { try skipDigits() }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try skipDigits()
        }
        if let integer = integer(from: start) { return .number(integer) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text), number.isFinite else {
            throw error("number out of range", at: start)
        }
        if keepsLongIntegers, end == position, abs(number) >= 0x1p53 {
            return .string(Text(decoding: Array(bytes[start..<end])))
        }
        return .number(number)
    }

    /// Returns the value of a short whole number, the most common case; nil for other numbers.
    private func integer(from start: Int) -> Double? {
        guard position - start <= 15 else { return nil }
        var value = 0
        for byte in bytes[start..<position] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return Double(value)
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) { position += 1 }
        if position == start { throw error("expected a digit") }
    }

    // MARK: Strings

    private mutating func parseString() throws(JSONSyntaxError) -> Text {
        position += 1
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let text = try text(bytes[start..<position], at: start)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                return try parseEscapedString(from: start)
            case 0..<0x20:
                throw error("control character in a string")
            default:
                position += 1
            }
        }
        throw error("unexpected end in a string")
    }

    private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> Text {
        var decoded = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(decoded[...], at: start)
            case UInt8(ascii: "\\"): decoded.append(contentsOf: try parseEscape())
            case 0..<0x20: throw error("control character in a string", at: position - 1)
            default: decoded.append(byte)
            }
        }
        throw error("unexpected end in a string")
    }

    private func text(
        _ utf8: ArraySlice<UInt8>, at offset: Int
    ) throws(JSONSyntaxError) -> Text {
        guard let text = Text(validating: utf8) else {
            throw error("invalid UTF-8", at: offset)
        }
        return text
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> [UInt8] {
        let escape = current
        position += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [escape]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try parseUnicodeEscape()
        default: throw error("unknown escape", at: position - 1)
        }
    }

    private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> [UInt8] {
        let start = position - 2
        var code = try parseHexadecimal()
        if (0xD800..<0xDC00).contains(code) {
            guard consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
                throw error("unpaired surrogate", at: start)
            }
            let low = try parseHexadecimal()
            guard (0xDC00..<0xE000).contains(low) else {
                throw error("unpaired surrogate", at: start)
            }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw error("unpaired surrogate", at: start)
        }
        return Array(UTF8.encode(scalar)!)
    }

    private mutating func parseHexadecimal() throws(JSONSyntaxError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error("unexpected end in a string") }
        var code: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = byte.hexadecimalValue else {
                throw error("expected four hexadecimal digits")
            }
            code = code << 4 + UInt32(digit)
        }
        position += 4
        return code
    }
}

/// The keys of an object during its parsing, to find repeated keys.
private struct SeenKeys {
    /// Up to this many keys are searched one by one, which is enough for most objects.
    private static let few = 8
    private var known: Set<Text> = []

    /// Records a key that follows those of `members`; returns false if the key is repeated.
    mutating func insert(_ key: Text, after members: [JSON.Member]) -> Bool {
        if members.count < Self.few { return !members.contains { $0.key == key } }
        if known.isEmpty { known = Set(members.map(\.key)) }
        return known.insert(key).inserted
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
