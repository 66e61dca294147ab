/// Finds the word that is most similar to a mistyped text, for suggestions ("did you mean").
extension Text {
    /// The maximum bytes of a compared text.
    private static let longestCompared = 40

    /// Returns the word that this text was probably meant to be, ignoring the case of A to Z; nil
    /// if no word is similar. Of equally similar words, the first counts.
    ///
    /// It compares bytes, and only texts of up to 40 bytes, so that no input makes it slow.
    public func nearest(among words: some Sequence<Text>) -> Text? {
        guard byteCount <= Self.longestCompared else { return nil }
        let own = utf8.map(\.asciiLowercased)
        var (nearest, least): (Text?, Int) = (nil, Self.slips(in: own.count) + 1)
        for word in words where abs(word.byteCount - own.count) < least {
            guard word.byteCount <= Self.longestCompared else { continue }
            let slips = Self.slips(from: own, to: word.utf8.map(\.asciiLowercased))
            if slips < least { (nearest, least) = (word, slips) }
        }
        return nearest
    }

    /// Returns the number of errors that a word of `count` bytes may have. In a short word, an
    /// error would make a different word.
    private static func slips(in count: Int) -> Int {
        switch count {
        case ..<3: 0
        case ..<6: 1
        case ..<9: 2
        default: 3
        }
    }

    /// Returns the number of bytes that are missing, superfluous, wrong or swapped (the optimal
    /// string alignment distance).
    private static func slips(from own: [UInt8], to word: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...word.count)
        for (row, byte) in own.enumerated() {
            var next = [row + 1]
            for (column, other) in word.enumerated() {
                var slips = min(
                    last[column + 1] + 1, next[column] + 1, last[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == word[column - 1], own[row - 1] == other {
                    slips = min(slips, before[column - 1] + 1)
                }
                next.append(slips)
            }
            (before, last) = (last, next)
        }
        return last[word.count]
    }
}
