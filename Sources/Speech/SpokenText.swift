package import Stage
package import Texts

/// The plain text that a program speaks, made of a message that a viewer wrote.
///
/// It has no markup that a program could follow, no links, no floods of letters, marks or emoji, and does not begin
/// with a hyphen, which a program could take for an option.
package struct SpokenText: Hashable, Sendable {
    /// The text in UTF-8, with a line feed at the end.
    package let bytes: [UInt8]
    /// The script that most letters have; nil: the text has no letters.
    package let script: Script?

    /// The maximum number of characters (Unicode scalars) that are spoken.
    package static let mostCharacters = 300
    /// The maximum number of equal characters in a row, and of marks on one letter.
    private static let mostRepeats = 3
    private static let mostEmoji = 3

    /// Nil if the message has no text that a program can speak.
    package init?(_ message: Text) {
        var scalars: [Unicode.Scalar] = []
        var (emojiCount, markCount) = (0, 0)
        for word in message.scalars.split(whereSeparator: Self.isSpace) {
            guard !Self.isLink(word) else { continue }
            if !scalars.isEmpty { scalars.append(" ") }
            for scalar in word where !Self.isUnspoken(scalar) {
                markCount = scalar.properties.isMark ? markCount + 1 : 0
                if markCount > Self.mostRepeats { continue }
                if scalars.suffix(Self.mostRepeats).count(where: { $0 == scalar })
                    == Self.mostRepeats
                {
                    continue
                }
                if scalar.properties.isEmojiPresentation {
                    emojiCount += 1
                    if emojiCount > Self.mostEmoji { continue }
                }
                scalars.append(scalar)
            }
        }
        let start = scalars.firstIndex { $0 != "-" && $0 != " " } ?? scalars.endIndex
        let spoken = scalars[start...].prefix(Self.mostCharacters)
        guard spoken.contains(where: { !$0.properties.isWhitespace }) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: spoken)
        bytes = Array(String(text).utf8) + [UInt8(ascii: "\n")]
        script = Script(ofMost: spoken)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// True for brackets, which eSpeak NG takes for phonemes and SSML for tags, and for invisible characters.
    private static func isUnspoken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "[", "]", "<", ">", "{", "}", "\\", "|": true
        default: scalar.properties.generalCategory == .format
        }
    }

    private static func isLink(_ word: Substring.UnicodeScalarView) -> Bool {
        let text = Text(String(word)).asciiLowercased
        return ["http://", "https://", "www."].contains { text.begins(with: $0) }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isMark: Bool {
        switch generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
