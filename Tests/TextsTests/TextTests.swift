import Glibc
import Testing
import Texts

@Suite("Text")
struct TextTests {
    @Test("Texts are equal exactly if their bytes are equal")
    func bytes() {
        let (composed, decomposed): (Text, Text) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed.string == decomposed.string)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed == Text(validating: [0x63, 0x61, 0x66, 0xC3, 0xA9]))
        #expect(composed != decomposed.string && decomposed.string != composed)
        #expect(composed == "caf" + "\u{E9}" && "caf" + "\u{E9}" == composed)
        // The Kelvin sign (U+212A) differs from K.
        #expect(Text("K") != "\u{212A}")
    }

    @Test("Equality and hash do not depend on where the bytes are stored")
    func storage() {
        let long = String(repeating: "Ovation ", count: 9)
        let one = Text(long)
        let other = Text(decoding: Array(long.utf8))
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != other + "!")
    }

    @Test("A prefix is compared byte by byte")
    func beginnings() {
        #expect(Text("https://a").begins(with: "https://"))
        #expect(Text("/\u{338}").begins(with: "/"))
        #expect(Text("a").begins(with: ""))
        #expect(!Text("http").begins(with: "http:"))
        #expect(!Text("K").begins(with: "\u{212A}"))
    }

    @Test("Lowercasing changes only the letters A to Z")
    func lowercase() {
        #expect(
            Text("Content-TYPE \u{C4}\u{212A}").asciiLowercased == "content-type \u{C4}\u{212A}")
    }

    @Test("Characters are grapheme clusters")
    func characters() {
        #expect(Text("e\u{301}🇩🇪👨‍👩‍👧").characters == ["e\u{301}", "🇩🇪", "👨‍👩‍👧"])
        #expect(Text("e\u{301}🇩🇪👨‍👩‍👧").characterCount == 3)
    }

    @Test("Validating rejects invalid UTF-8, and decoding replaces it")
    func malformed() {
        #expect(Text(validating: [0x61, 0xFF]) == nil)
        #expect(Text(decoding: [0x61, 0xFF]) == "a\u{FFFD}")
    }

    enum Word: String, CaseIterable {
        case cafe, k
    }

    @Test("An enumeration's word is matched byte by byte")
    func words() {
        #expect(Word(word: "cafe") == .cafe)
        #expect(Word(word: "caf\u{65}\u{301}") == nil)
        #expect(Word(word: "") == nil)
    }

    /// `String` takes quadratic time for these texts.
    @Test("Comparing, hashing and counting characters take linear time", arguments: Hostile.texts)
    func cost(_ hostile: Hostile) {
        let text = Text(hostile.scalars(bytes: 64_000))
        let twin = Text(decoding: Array(text.utf8))
        let start = Self.cpuSeconds()
        #expect(text == twin)
        #expect(text != twin + "a")
        #expect(Set([text, twin]).count == 1)
        #expect(text.characterCount == text.characters.count)
        #expect(!text.begins(with: "https://"))
        #expect(Word(word: text) == nil)
        // Linear time is milliseconds, and quadratic time is half a minute.
        #expect(Self.cpuSeconds() - start < 5, "\(hostile.name)")
    }

    /// The thread's CPU time, which does not grow while the machine runs other threads.
    private static func cpuSeconds() -> Double {
        var used = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
        return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
    }

    @Test(
        "A search finds a part anywhere and ignores the case of A to Z only",
        arguments: [
            ("Rose", "rose", true), ("a Rose", "ROSE", true), ("Ros", "rose", false),
            ("", "a", false), ("a", "", true), ("Grüße", "ÜSSE", false), ("Grüße", "rüß", true),
            ("aab", "ab", true), ("@", "`", false),
        ])
    func parts(whole: String, part: String, isThere: Bool) {
        #expect(Text(whole).contains(ignoringCase: Text(part)) == isThere)
    }

    @Test("A part is found wherever it stands, whatever repeats in it")
    func repeatingParts() {
        // All texts of up to four letters, in all texts of up to seven.
        func texts(_ longest: Int) -> [String] {
            var (all, newest) = ([""], [""])
            for _ in 0..<longest {
                newest = newest.flatMap { [$0 + "a", $0 + "b"] }
                all += newest
            }
            return all
        }
        for part in texts(4) {
            for whole in texts(7) {
                let isThere = part.isEmpty || whole.contains(part)
                #expect(TextPattern(Text(part)).isIn(Text(whole)) == isThere, "\(part) in \(whole)")
            }
        }
    }

    @Test("A part is searched in time linear in the text, however much of it repeats")
    func searchCost() {
        let whole = Text(String(repeating: "a", count: 4_000_000))
        let part = Text(String(repeating: "a", count: 4000) + "b")
        let start = Self.cpuSeconds()
        #expect(!whole.contains(ignoringCase: part))
        // Linear time is milliseconds, and a comparison at each place takes half a minute.
        #expect(Self.cpuSeconds() - start < 5)
    }

    @Test(
        "A beginning has whole characters only",
        arguments: [
            ("abc", 2, 9, "ab"), ("abc", 9, 2, "ab"), ("abc", 9, 9, "abc"), ("", 1, 1, ""),
            ("e\u{301}e\u{301}", 1, 9, "e\u{301}"), ("ae\u{301}", 9, 3, "a"),
            ("e\u{301}", 9, 2, ""), ("🇩🇪🇩🇪", 1, 99, "🇩🇪"), ("abc", 0, 9, ""),
        ])
    func beginning(whole: String, characters: Int, bytes: Int, beginning: String) {
        #expect(Text(whole).beginning(characters: characters, bytes: bytes) == Text(beginning))
    }
}

/// Texts that are expensive to normalize or to split into characters.
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

    static let texts = [
        Hostile(
            // Normalization has to sort all of these marks.
            name: "marks of falling combining classes",
            unit: [0x345, 0x301, 0x316, 0x5B0, 0x3099, 0x334]),
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
