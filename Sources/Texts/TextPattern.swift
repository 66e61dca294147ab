/// A search pattern that is found in other texts, ignoring the case of A to Z.
///
/// A search takes time linear in the searched text, with any pattern (Knuth, Morris and Pratt, 1977).
public struct TextPattern: Sendable {
    /// The bytes to find, in lower case.
    private let bytes: [UInt8]
    /// For each number of first bytes, the length of the longest shorter prefix that is also their suffix.
    private let borders: [Int]

    public init(_ text: Text) {
        bytes = text.utf8.map(\.asciiLowercased)
        var borders = [0, 0]
        for place in bytes.indices.dropFirst() {
            var matched = borders[place]
            while matched > 0, bytes[place] != bytes[matched] { matched = borders[matched] }
            borders.append(bytes[place] == bytes[matched] ? matched + 1 : 0)
        }
        self.borders = borders
    }

    /// Returns true if `text` contains the pattern. Every text contains the empty pattern.
    public func isIn(_ text: Text) -> Bool {
        guard !bytes.isEmpty else { return true }
        let whole = text.string.utf8Span.span
        guard bytes.count <= whole.count else { return false }
        var matched = 0
        for index in whole.indices {
            let byte = whole[index].asciiLowercased
            while matched > 0, byte != bytes[matched] { matched = borders[matched] }
            guard byte == bytes[matched] else { continue }
            matched += 1
            if matched == bytes.count { return true }
        }
        return false
    }
}
