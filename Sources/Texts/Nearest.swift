extension Text {
    /// What is longer is compared with nothing.
    private static let longestCompared = 40

    /// The one of `words` that was probably meant by this, A to Z being the same as a to z; nil if none
    /// is near. Of those equally near the first.
    ///
    /// Bytes are compared: at most 40 with 40, so that nobody can make it take long.
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

    /// How many slips a word of so many bytes may have: a short one with one of them is another.
    private static func slips(in count: Int) -> Int {
        switch count {
        case ..<3: 0
        case ..<6: 1
        case ..<9: 2
        default: 3
        }
    }

    /// How many bytes are missing, too many, wrong, or stand the wrong way round (the distance of
    /// optimal string alignment).
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
