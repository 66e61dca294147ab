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
    package let script: WritingSystem?

    /// The maximum number of characters (Unicode scalars) that are spoken.
    package static let mostCharacters = 300
    /// The maximum number of equal characters in a row, and of marks on one letter.
    private static let mostRepeats = 3
    private static let mostEmoji = 3

    /// Nil if the message has no text that a program can speak.
    package init?(_ message: Text) {
        let scalars = Self.cleaned(message)
        let start = scalars.firstIndex { $0 != "-" && $0 != " " } ?? scalars.endIndex
        let spoken = scalars[start...].prefix(Self.mostCharacters)
        guard spoken.contains(where: { !$0.properties.isWhitespace }) else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: spoken)
        bytes = Array(String(text).utf8) + [UInt8(ascii: "\n")]
        script = WritingSystem(ofMost: spoken)
    }

    /// Returns the message without links, floods and characters that a program must not get.
    private static func cleaned(_ message: Text) -> [Unicode.Scalar] {
        var scalars: [Unicode.Scalar] = []
        var (emojiCount, markCount) = (0, 0)
        for word in message.withoutLinks.scalars.split(whereSeparator: isSpace) {
            if !scalars.isEmpty { scalars.append(" ") }
            let letters = Array(word)
            for (index, scalar) in letters.enumerated() where !isUnspoken(scalar) {
                if scalar == emojiSelector { continue }
                markCount = scalar.properties.isMark ? markCount + 1 : 0
                if markCount > mostRepeats { continue }
                let end = scalars.suffix(mostRepeats)
                if end.count(where: { $0 == scalar }) == mostRepeats { continue }
                let next = index + 1 < letters.count ? letters[index + 1] : nil
                let isMadeEmoji = scalar.properties.isEmoji && next == emojiSelector
                if scalar.properties.isEmojiPresentation || isMadeEmoji {
                    emojiCount += 1
                    if emojiCount > mostEmoji { continue }
                }
                scalars.append(scalar)
            }
        }
        return scalars
    }

    /// U+FE0F makes an emoji of the character before it.
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// True for brackets, which eSpeak NG takes for phonemes and SSML for tags, for invisible characters, and for the
    /// keycap around a digit.
    private static func isUnspoken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{20E3}", "[", "]", "<", ">", "{", "}", "\\", "|": true
        default: scalar.properties.generalCategory == .format
        }
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
