public import Texts

/// The settings for spoken messages: the voices, the speed, and the least worth.
///
/// The room itself does not speak; the server that records the speech uses these settings.
public struct SpeechConfiguration: Hashable, Sendable {
    public var enabled = true
    /// The voice of messages whose script has no voice of its own.
    public var voice: Text = "en"
    /// The voices of scripts, such as `han=cmn, kana=ja`.
    public var voices: Text = ""
    /// The number of words per minute, 80 to 400.
    public var wordsPerMinute = 170
    /// Messages of events that are worth less are not spoken.
    public var leastWorth = 0

    public init() {}

    /// Returns true if a message with this worth is spoken.
    public func speaks(worth: Int64) -> Bool { enabled && worth >= leastWorth }

    /// Returns the voice for a text that is mostly in a script, such as `han`.
    public func voice(for script: Text?) -> Text {
        Self.pairs(in: voices).first { $0.script == script }?.voice ?? voice
    }

    /// Returns the pairs of a list such as `han=cmn, kana=ja`. A part that is no pair has no voice.
    public static func pairs(in list: Text) -> [(script: Text, voice: Text?)] {
        SourcesConfiguration.kinds(in: list).map { part in
            let words = part.elements(separatedBy: UInt8(ascii: "="))
            return (words[0], words.count == 2 ? words[1] : nil)
        }
    }

    /// Returns true for the name of a voice: letters, digits, `-`, `_` and `+`, without a hyphen at the start, which a
    /// program could take for an option.
    public static func isVoice(_ name: Text) -> Bool {
        let isKnown: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "+"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return !name.isEmpty && !name.begins(with: "-") && name.consists(of: isKnown)
    }
}
