/// A text from outside the program, compared by its UTF-8 bytes, unlike a `String`.
///
/// A `String` compares and hashes by canonical equivalence, which takes quadratic time for a text
/// with many combining marks. So no text from outside is compared, looked up or cut as a `String`.
/// Texts that look the same but differ in bytes are different.
public struct Text: Hashable, Comparable, Sendable {
    /// The text as a `String`, for output and for libraries.
    public let string: String

    public init(_ string: String) {
        self.string = string
    }

    /// Creates a text from UTF-8 bytes; nil if they are not valid UTF-8.
    @inlinable
    public init?(validating utf8: some Sequence<UInt8>) {
        guard let string = String(validating: utf8, as: UTF8.self) else { return nil }
        self.init(string)
    }

    /// Creates a text from UTF-8 bytes; nil if they are not valid UTF-8.
    public init?(validating utf8: ArraySlice<UInt8>) {
        // Most texts are ASCII, which needs no further check.
        guard utf8.allSatisfy({ $0 < 0x80 }) else {
            guard let string = String(validating: utf8, as: UTF8.self) else { return nil }
            self.string = string
            return
        }
        string = String(decoding: utf8, as: UTF8.self)
    }

    /// Creates a text from bytes; invalid UTF-8 becomes U+FFFD.
    @inlinable
    public init(decoding utf8: some Collection<UInt8>) {
        self.init(String(decoding: utf8, as: UTF8.self))
    }

    // MARK: Comparing

    @inlinable
    public static func == (left: Text, right: Text) -> Bool {
        left.isIdentical(to: right) || left.hasBytes(of: right)
    }

    // Comparisons with a `String` compare bytes, too. Without these operators, Swift would compare
    // both as `AnyHashable`, and a text would never equal a `String`.

    @inlinable
    public static func == (left: Text, right: String) -> Bool { left == Text(right) }

    @inlinable
    public static func != (left: Text, right: String) -> Bool { !(left == Text(right)) }

    @inlinable
    public static func == (left: String, right: Text) -> Bool { Text(left) == right }

    @inlinable
    public static func != (left: String, right: Text) -> Bool { !(Text(left) == right) }

    /// Returns true if both texts share their storage, as most equal texts do.
    @inlinable
    func isIdentical(to other: Text) -> Bool {
        // A string is two words: its storage and its length, or a few bytes in place.
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

    /// Returns true if the bytes of `left` come before those of `right`.
    public static func < (left: Text, right: Text) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        string.utf8Span.span.withUnsafeBytes { hasher.combine(bytes: $0) }
        // UTF-8 never contains this byte, so it marks the border between two hashed texts.
        hasher.combine(0xFF as UInt8)
    }

    /// Returns true if the text begins with the bytes of `start`.
    public func begins(with start: Text) -> Bool {
        let (whole, part) = (string.utf8Span.span, start.string.utf8Span.span)
        guard part.count <= whole.count else { return false }
        for index in part.indices where whole[index] != part[index] { return false }
        return true
    }

    /// Returns true if `isSuch` returns true for all bytes.
    @inlinable
    public func consists(of isSuch: (UInt8) -> Bool) -> Bool {
        let bytes = string.utf8Span.span
        for index in bytes.indices where !isSuch(bytes[index]) { return false }
        return true
    }

    // MARK: Bytes and characters

    @inlinable public var utf8: String.UTF8View { string.utf8 }
    @inlinable public var byteCount: Int { string.utf8.count }
    @inlinable public var isEmpty: Bool { string.isEmpty }
    public var scalars: String.UnicodeScalarView { string.unicodeScalars }

    /// The characters that a reader sees (extended grapheme clusters, UAX #29), in time linear in
    /// the bytes.
    public var characters: [Text] { string.map { Text(String($0)) } }
    public var characterCount: Int { string.count }

    /// Returns the longest prefix of whole characters with at most the given number of characters and bytes.
    ///
    /// Reads the text only up to the end of the next character.
    public func beginning(characters mostCharacters: Int, bytes mostBytes: Int) -> Text {
        var (end, characters, bytes) = (string.startIndex, 0, 0)
        while end < string.endIndex, characters < mostCharacters {
            let next = string.index(after: end)
            bytes += string.utf8.distance(from: end, to: next)
            guard bytes <= mostBytes else { break }
            (end, characters) = (next, characters + 1)
        }
        return Text(String(string[..<end]))
    }

    /// Returns the parts between separators, without the spaces and tabs around them.
    public func elements(separatedBy separator: UInt8) -> [Text] {
        Array(utf8).split(separator: separator, omittingEmptySubsequences: false).map { element in
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            guard let first = element.firstIndex(where: { !isSpace($0) }),
                let last = element.lastIndex(where: { !isSpace($0) })
            else { return "" }
            return Text(decoding: element[first...last])
        }
    }

    /// Returns true if the text contains `part`, ignoring the case of A to Z.
    public func contains(ignoringCase part: Text) -> Bool { TextPattern(part).isIn(self) }

    /// The text with A to Z in lowercase; other characters stay unchanged.
    public var asciiLowercased: Text {
        let bytes = string.utf8Span.span
        guard bytes.indices.contains(where: { bytes[$0].asciiLowercased != bytes[$0] }) else {
            return self
        }
        // An ASCII byte is always a whole character in UTF-8, so the text stays valid.
        return Text(
            String(unsafeUninitializedCapacity: bytes.count) { lowercased in
                for index in bytes.indices { lowercased[index] = bytes[index].asciiLowercased }
                return bytes.count
            })
    }
}

extension UInt8 {
    /// The lowercase letter for A to Z; other bytes stay unchanged.
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

/// A text is encoded as a plain string.
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
    /// Returns the case with this raw value; nil if no case has it.
    @inlinable
    public init?(word: Text) {
        guard let choice = Self.allCases.first(where: { Text($0.rawValue) == word }) else {
            return nil
        }
        self = choice
    }
}
