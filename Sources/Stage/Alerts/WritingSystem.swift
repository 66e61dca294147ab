/// A writing system. The server guesses the language of a message by it.
public enum WritingSystem: String, CaseIterable, Sendable {
    case latin, greek, cyrillic, hebrew, arabic, devanagari, thai, hangul, kana, han

    /// The names of all scripts, for documentation.
    public static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The script that most of the characters have. A text with kana is Japanese, although most of it may be Han.
    public init?(ofMost scalars: some Sequence<Unicode.Scalar>) {
        var counts: [WritingSystem: Int] = [:]
        for scalar in scalars {
            if let script = WritingSystem(of: scalar) { counts[script, default: 0] += 1 }
        }
        if counts[.kana] != nil, counts[.han] != nil {
            counts[.kana]! += counts.removeValue(forKey: .han)!
        }
        let most = Self.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] }
        guard let most, counts[most] != nil else { return nil }
        self = most
    }

    private init?(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x590...0x5FF: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F: self = .arabic
        case 0x900...0x97F: self = .devanagari
        case 0xE00...0xE7F: self = .thai
        case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
        case 0x3040...0x30FF: self = .kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FA1F: self = .han
        default: return nil
        }
    }
}
