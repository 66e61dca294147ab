import Stage
import Testing
import Texts

@testable import Speech

@Suite("Texts that are spoken")
struct SpokenTextTests {
    private func spoken(_ message: String) -> String? {
        SpokenText(Text(message)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        "Markup, links, floods and leading hyphens are left out",
        arguments: [
            ("Great show!", "Great show!\n"),
            ("  two\n\tlines ", "two lines\n"),
            ("--voice=evil hi", "voice=evil hi\n"),
            ("- - hi", "hi\n"),
            ("look https://example.org/a?b now", "look now\n"),
            ("WWW.example.org", nil),
            ("[[h@'loU]] <speak>x</speak>", "h@'loU speakx/speak\n"),
            ("aaaaaaaaaaaaargh", "aaargh\n"),
            ("🎉🎉🎉🎉🎉🎊 wow", "🎉🎉🎉 wow\n"),
            ("❤️☀️❤️☀️❤️☀️", "❤☀❤\n"), ("hi ❤️❤️❤️❤️", "hi ❤❤❤\n"),
            ("😀\u{FE0F}😀😀😀 Ann\u{FE0F}", "😀😀😀 Ann\n"), ("1️⃣2️⃣3️⃣4️⃣", "123\n"),
            ("(https://evil.example/x)", "()\n"), ("evil.example/x yes", "yes\n"),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}b", "a\u{300}\u{301}\u{302}b\n"),
            ("\u{202E}abc\u{200B}", "abc\n"),
            ("", nil), ("   ", nil), ("----", nil),
        ] as [(String, String?)])
    func cleaned(_ message: String, _ expected: String?) {
        #expect(
            spoken(message).map { Array($0.unicodeScalars) }
                == expected.map { Array($0.unicodeScalars) })
    }

    @Test("At most 300 characters are spoken")
    func length() {
        let long = String(repeating: "abc ", count: 200)
        #expect(spoken(long)?.unicodeScalars.count == 301)
    }

    @Test(
        "A text's script is the one that most letters have",
        arguments: [
            ("hello мир", .latin), ("привет all", .cyrillic), ("今夜はありがとう", .kana),
            ("谢谢大家", .han), ("감사합니다", .hangul), ("شكرا", .arabic), ("תודה", .hebrew),
            ("ขอบคุณ", .thai), ("ευχαριστώ", .greek), ("धन्यवाद", .devanagari), ("123 !?", nil),
        ] as [(String, WritingSystem?)])
    func script(_ message: String, _ expected: WritingSystem?) {
        #expect(SpokenText(Text(message))?.script == expected)
    }

    @Test("The sizes in a WAV file from a pipe become those of its content")
    func sizes() {
        let head: [UInt8] =
            Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0x7F] + Array("WAVEfmt ".utf8) + [
                2, 0, 0, 0, 7, 7,
            ]
        let guessed = head + Array("data".utf8) + [0xFF, 0xFF, 0xFF, 0x7F] + [1, 2, 3, 4]
        let real =
            Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WAVEfmt ".utf8) + [2, 0, 0, 0, 7, 7]
            + Array("data".utf8) + [4, 0, 0, 0] + [1, 2, 3, 4]
        #expect(WaveFile.withRealSizes(guessed) == real)
        #expect(WaveFile.withRealSizes(real) == real)
        for end in 0..<guessed.count {
            // Files that are cut anywhere are no problem.
            _ = WaveFile.withRealSizes(Array(guessed[..<end]))
        }
        #expect(WaveFile.withRealSizes([1, 2]) == [1, 2])
    }

    @Test("A command has its voice and its speed at their places")
    func command() throws {
        let command = try SpeechCommand("sh -c {voice} {speed}")
        #expect(command.words(voice: "en", wordsPerMinute: 170).suffix(3) == ["-c", "en", "170"])
        #expect(throws: SpeechCommand.Fault.self) { try SpeechCommand("no-such-program") }
        #expect(throws: SpeechCommand.Fault.self) { try SpeechCommand(" ") }
    }
}
