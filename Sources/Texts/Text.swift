/// A text from outside: its UTF-8 bytes, and nothing else. Equal texts have equal bytes.
///
/// A `String` compares and hashes what a reader would see (Unicode's canonical equivalence), which
/// takes time in the square of what a sender makes up of combining marks. So nothing that came from
/// outside is compared, looked up or cut as a `String`; what only looks the same is not the same.
public struct Text: Hashable, Comparable, Sendable {
    /// For showing, and for libraries that want one.
    public let string: String

    public init(_ string: String) {
        self.string = string
    }

    /// The text of these bytes; nil if they are not UTF-8.
    @inlinable
    public init?(validating utf8: some Sequence<UInt8>) {
        guard let string = String(validating: utf8, as: UTF8.self) else { return nil }
        self.init(string)
    }

    /// The text of these bytes; nil if they are not UTF-8.
    public init?(validating utf8: ArraySlice<UInt8>) {
        // What most are need not be looked at further.
        guard utf8.allSatisfy({ $0 < 0x80 }) else {
            guard let string = String(validating: utf8, as: UTF8.self) else { return nil }
            self.string = string
            return
        }
        string = String(decoding: utf8, as: UTF8.self)
    }

    /// The text of these bytes; what of them is not UTF-8 becomes U+FFFD.
    @inlinable
    public init(decoding utf8: some Collection<UInt8>) {
        self.init(String(decoding: utf8, as: UTF8.self))
    }

    // MARK: Comparing

    @inlinable
    public static func == (left: Text, right: Text) -> Bool {
        left.isIdentical(to: right) || left.hasBytes(of: right)
    }

    // Beside a `String`, too, bytes are compared: Swift would else compare both as `AnyHashable`,
    // by which a text never equals a `String`.

    @inlinable
    public static func == (left: Text, right: String) -> Bool { left == Text(right) }

    @inlinable
    public static func != (left: Text, right: String) -> Bool { !(left == Text(right)) }

    @inlinable
    public static func == (left: String, right: Text) -> Bool { Text(left) == right }

    @inlinable
    public static func != (left: String, right: Text) -> Bool { !(Text(left) == right) }

    /// Whether both are one and the same in memory, which most that are equal are.
    @inlinable
    func isIdentical(to other: Text) -> Bool {
        // A string is two words: its storage and how long it is, or the few bytes themselves.
        unsafeBitCast(string, to: (UInt64, UInt64).self)
            == unsafeBitCast(other.string, to: (UInt64, UInt64).self)
    }

    @usableFromInline
    func hasBytes(of other: Text) -> Bool {
        guard string.utf8.count == other.string.utf8.count else { return false }
        let (left, right) = (string.utf8Span.span, other.string.utf8Span.span)
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// Whether its bytes come before those of `right`.
    public static func < (left: Text, right: Text) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        string.utf8Span.span.withUnsafeBytes { hasher.combine(bytes: $0) }
        // No UTF-8 has this byte: where one text ends and the next begins makes a difference.
        hasher.combine(0xFF as UInt8)
    }

    /// Whether the first bytes are those of `start`.
    public func begins(with start: Text) -> Bool {
        let (whole, part) = (string.utf8Span.span, start.string.utf8Span.span)
        guard part.count <= whole.count else { return false }
        for index in part.indices where whole[index] != part[index] { return false }
        return true
    }

    /// Whether all bytes are such.
    @inlinable
    public func consists(of isSuch: (UInt8) -> Bool) -> Bool {
        let bytes = string.utf8Span.span
        for index in bytes.indices where !isSuch(bytes[index]) { return false }
        return true
    }

    // MARK: Its bytes and characters

    @inlinable public var utf8: String.UTF8View { string.utf8 }
    @inlinable public var byteCount: Int { string.utf8.count }
    @inlinable public var isEmpty: Bool { string.isEmpty }
    public var scalars: String.UnicodeScalarView { string.unicodeScalars }

    /// What a reader sees as one character each (extended grapheme clusters, UAX #29), in time
    /// linear in the bytes.
    public var characters: [Text] { string.map { Text(String($0)) } }
    public var characterCount: Int { string.count }

    /// What stands between separators, without spaces and tabs around it.
    public func elements(separatedBy separator: UInt8) -> [Text] {
        Array(utf8).split(separator: separator, omittingEmptySubsequences: false).map { element in
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            guard let first = element.firstIndex(where: { !isSpace($0) }),
                let last = element.lastIndex(where: { !isSpace($0) })
            else { return "" }
            return Text(decoding: element[first...last])
        }
    }

    /// Whether `part` stands somewhere in it, A to Z being the same as a to z.
    public func contains(ignoringCase part: Text) -> Bool {
        let (whole, wanted) = (string.utf8Span.span, part.string.utf8Span.span)
        guard wanted.count <= whole.count else { return false }
        return (0...(whole.count - wanted.count)).contains { start in
            wanted.indices.allSatisfy {
                whole[start + $0].asciiLowercased == wanted[$0].asciiLowercased
            }
        }
    }

    /// With A to Z made small, and nothing else.
    public var asciiLowercased: Text {
        let bytes = string.utf8Span.span
        guard bytes.indices.contains(where: { bytes[$0].asciiLowercased != bytes[$0] }) else {
            return self
        }
        // A letter of ASCII stands for itself alone in UTF-8, so what was valid stays so.
        return Text(
            String(unsafeUninitializedCapacity: bytes.count) { lowercased in
                for index in bytes.indices { lowercased[index] = bytes[index].asciiLowercased }
                return bytes.count
            })
    }
}

extension UInt8 {
    /// The letter in its small form if this is one of A to Z.
    @inlinable public var asciiLowercased: UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
    }
}

extension Text: ExpressibleByStringInterpolation {
    @inlinable
    public init(stringLiteral string: String) {
        self.init(string)
    }

    public static func + (left: Text, right: Text) -> Text { Text(left.string + right.string) }
}

extension Text: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { string }
    public var debugDescription: String { string.debugDescription }
}

/// As a plain text.
extension Text: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case of this word; nil if none has it.
    @inlinable
    public init?(word: Text) {
        guard let choice = Self.allCases.first(where: { Text($0.rawValue) == word }) else {
            return nil
        }
        self = choice
    }
}
