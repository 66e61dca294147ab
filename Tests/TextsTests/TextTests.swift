import Testing
import Texts

@Suite("Text")
struct TextTests {
    @Test("Texts are equal where their bytes are")
    func bytes() {
        let (composed, decomposed): (Text, Text) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed.string == decomposed.string)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed == Text(validating: [0x63, 0x61, 0x66, 0xC3, 0xA9]))
        #expect(composed != decomposed.string && decomposed.string != composed)
        #expect(composed == "caf" + "\u{E9}" && "caf" + "\u{E9}" == composed)
        // The Kelvin sign is no K.
        #expect(Text("K") != "\u{212A}")
    }

    @Test("The same bytes at another place in memory are the same text")
    func apart() {
        let long = String(repeating: "Ovation ", count: 9)
        let one = Text(long)
        let other = Text(decoding: Array(long.utf8))
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != other + "!")
    }

    @Test("A beginning is one of bytes")
    func beginnings() {
        #expect(Text("https://a").begins(with: "https://"))
        #expect(Text("/\u{338}").begins(with: "/"))
        #expect(Text("a").begins(with: ""))
        #expect(!Text("http").begins(with: "http:"))
        #expect(!Text("K").begins(with: "\u{212A}"))
    }

    @Test("Only A to Z are made small")
    func small() {
        #expect(
            Text("Content-TYPE \u{C4}\u{212A}").asciiLowercased == "content-type \u{C4}\u{212A}")
    }

    @Test("Characters are what a reader sees")
    func characters() {
        #expect(Text("e\u{301}🇩🇪👨‍👩‍👧").characters == ["e\u{301}", "🇩🇪", "👨‍👩‍👧"])
        #expect(Text("e\u{301}🇩🇪👨‍👩‍👧").characterCount == 3)
    }

    @Test("What is not UTF-8 is no text, or stands for itself")
    func malformed() {
        #expect(Text(validating: [0x61, 0xFF]) == nil)
        #expect(Text(decoding: [0x61, 0xFF]) == "a\u{FFFD}")
    }

    enum Word: String, CaseIterable {
        case cafe, k
    }

    @Test("A word is found by its bytes")
    func words() {
        #expect(Word(word: "cafe") == .cafe)
        #expect(Word(word: "caf\u{65}\u{301}") == nil)
        #expect(Word(word: "") == nil)
    }

    /// What `String` takes seconds for.
    @Test("Comparing, hashing and cutting take time linear in the bytes", arguments: Hostile.texts)
    func cost(_ hostile: Hostile) {
        let text = Text(hostile.scalars(bytes: 64_000))
        let twin = Text(decoding: Array(text.utf8))
        let clock = ContinuousClock()
        let taken = clock.measure {
            #expect(text == twin)
            #expect(text != twin + "a")
            #expect(Set([text, twin]).count == 1)
            #expect(text.characterCount == text.characters.count)
            #expect(!text.begins(with: "https://"))
            #expect(Word(word: text) == nil)
        }
        // Milliseconds; what goes with the square takes half a minute.
        #expect(taken < .seconds(5), "\(hostile.name)")
    }

    @Test(
        "A part is found wherever it stands, A to Z as a to z",
        arguments: [
            ("Rose", "rose", true), ("a Rose", "ROSE", true), ("Ros", "rose", false),
            ("", "a", false), ("a", "", true), ("Grüße", "ÜSSE", false), ("Grüße", "rüß", true),
            ("aab", "ab", true), ("@", "`", false),
        ])
    func parts(whole: String, part: String, isThere: Bool) {
        #expect(Text(whole).contains(ignoringCase: Text(part)) == isThere)
    }
}

/// Texts that are dear to whoever looks at more than their bytes.
struct Hostile: CustomTestStringConvertible {
    let name: String
    let unit: [UInt32]

    var testDescription: String { name }

    func scalars(bytes: Int) -> String {
        var text = "a"
        var index = 0
        while text.utf8.count < bytes {
            text.unicodeScalars.append(Unicode.Scalar(unit[index % unit.count])!)
            index += 1
        }
        return text
    }

    /// Marks of falling combining classes have to be sorted, all of them.
    static let texts = [
        Hostile(
            name: "marks of falling classes", unit: [0x345, 0x301, 0x316, 0x5B0, 0x3099, 0x334]),
        Hostile(name: "one mark", unit: [0x301]),
        Hostile(name: "two classes", unit: [0x301, 0x316]),
        Hostile(name: "joiners", unit: [0x1F468, 0x200D]),
        Hostile(name: "flags", unit: [0x1F1E6]),
        Hostile(name: "Hangul", unit: [0x1100]),
        Hostile(name: "conjuncts", unit: [0x915, 0x94D]),
        Hostile(name: "prepended", unit: [0x600]),
        Hostile(name: "extenders", unit: [0x1F3FB]),
        Hostile(name: "line ends", unit: [0x0D, 0x0A]),
    ]
}
