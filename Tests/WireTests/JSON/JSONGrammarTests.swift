import TestSupport
import Testing
import Texts
import Wire

/// Cases in the style of well-known conformance suites. By RFC 8259, every reader accepts
/// `accepted` and refuses `refused`, and may choose for `chosen`.
@Suite("JSON grammar")
struct JSONGrammarTests {
    /// A text, or bytes that are not UTF-8.
    struct Case: CustomTestStringConvertible, Sendable {
        let bytes: [UInt8]
        let testDescription: String

        init(_ text: String) {
            bytes = Array(text.utf8)
            testDescription = String(reflecting: text.prefix(40))
        }

        init(_ before: String, _ raw: [UInt8], _ after: String) {
            bytes = Array(before.utf8) + raw + Array(after.utf8)
            testDescription = "\(before)\(raw)\(after)"
        }
    }

    @Test("Texts that RFC 8259 requires readers to accept are read", arguments: accepted)
    func accepts(_ text: Case) {
        #expect(throws: Never.self) { try JSON(parsing: text.bytes) }
    }

    @Test("Texts outside the grammar of RFC 8259 are refused", arguments: refused)
    func refuses(_ text: Case) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text.bytes) }
    }

    @Test(
        "Texts that RFC 8259 leaves to the reader are read or refused as decided here",
        arguments: chosen)
    func decides(_ choice: (text: Case, isRead: Bool)) {
        let read = try? JSON(parsing: choice.text.bytes)
        #expect((read != nil) == choice.isRead)
    }

    static let accepted = acceptedTexts.map { Case($0) }

    private static let acceptedTexts: [String] =
        [
            // Arrays and white space.
            "[]", "[[]   ]", "[\"\"]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]",
            "[1\n]",
            " [1]", "[1,null,null,null,2]", "[2] ", " [] ", " \t\r\n[\t]\r\n",
            // Numbers.
            "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0]", "[-123]", "[-1]", "[-0.0]",
            "[-0.000000000000000000000000000000000000000000000000000000000000000000000001]",
            "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]",
            "[123.456789]", "[20e1]", "[1.0]", "[1.7976931348623157E308]", "[5e-324]",
            // Objects.
            "{}", "{\"\":0}", "{\"asd\":\"sdf\"}", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}",
            "{\"a\":[]}",
            "{\"foo\\u0000bar\": 42}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
            "{\n\"a\": \"b\"\n}",
            "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}]}",
            "{\"title\":\"\\u041f\\u043e\\u043b\\u0442\\u043e\\u0440\\u0430\"}",
            // Strings and escapes.
            "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]",
            "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
            "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]",
            "[\"a/*b*/c/*d//e\"]",
            "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[ \"asd\"]",
            "[\"new\\u000Aline\"]",
            "[\"\\uDBFF\\uDFFF\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"\\u0022\"]",
            "[\"\\u005C\"]",
            "[\"\\uA66D\"]", "[\"\\uFDD0\"]", "[\"\\uFFFE\"]", "[\"\\uD83F\\uDFFE\"]",
            "[\"\\u200B\"]",
            "[\"\\u2064\"]", "[\"\u{00A0}\"]", "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\u{7F}\"]",
            "[\"a\u{7F}a\"]", "[\"\u{FFFF}\"]", "[\"\u{10FFFF}\"]", "[\"\u{1BFFF}\"]",
            "[\"\u{2342}\u{3234}\u{2343}\"]",
            "[\"\u{FEFF}\"]", "[\"\u{0821}\"]", "[\"\u{0123}\"]",
            // Single values.
            "false", "true", "null", "42", "-0.1", "\"asd\"", "\"\"", " 1", "1 ",
        ]

    static let refused = refusedTexts.map { Case($0) } + refusedBytes

    private static let refusedTexts: [String] =
        [
            // Empty texts, and texts with more than one value.
            "", " ", "\u{FEFF}", "[1]]", "[] []", "1 2", "{}}", "{\"a\":true} \"x\"", "[][", "[1]x",
            "2@",
            "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "{\"a\":\"b\"}#", "{\"a\":\"b\"}#{}", "/**/",
            "//\n1",
            // Arrays.
            "[1 true]", "[a]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]",
            "[\"\",]",
            "[\"x\"", "[x", "[3[4]]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,",
            "[1,]", "[1,,]",
            "[\"a\u{0B}a\\f]", "[*]", "[\"\"", "[1,", "[1,\n1\n,1", "[{}", "[", "]", "[[",
            "[{\"\":[{\"\":",
            "[\"asd]", "['a']", "[1}", "[abc", "[\\n]", "[\u{0C}]", "[\u{2060}]", "\u{2060}",
            "[\u{A0}1]",
            "[\u{3000}]", "\u{0B}1", "\u{85}1",
            // Words.
            "[fals]", "[nul]", "[tru]", "[True]", "[NULL]", "[nan]", "truee", "nulll", "<null>",
            "<.>",
            // Numbers.
            "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]",
            "[0.1.2]",
            "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]",
            "[1.0e]",
            "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]",
            "[\u{FF11}]",
            "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]",
            "[-foo]",
            "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]", "[1.2a-3]",
            "[1.8011670033376514H-308]", "[012]", "[1_000]", "[1e]", "[1e1.5]", "[0b1]", "[08]",
            "1e",
            // Objects.
            "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}",
            "{\u{1F1E8}\u{1F1ED}}",
            "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}",
            "{\"a\":", "{\"a\"",
            "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}",
            "{\"id\":0,}",
            "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a",
            "{ \"foo\" : \"bar\", \"a\" }", "{", "{,",
            "{\"a\"}", "{[", "{]", "{\"a\":/*x*/1}", "{\"a\":1,]", "{\"a\":(1)}",
            // Strings.
            "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]",
            "[\u{E9}]",
            "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\\u{1F300}\"]", "[\"\\\"]",
            "[\"\\u00A\"]",
            "[\"\\uD834\\uDd\"]", "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]",
            "[\\u0020\"asd\"]",
            "\"", "['single quote']", "abc", "[\"\\", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"",
            "[\"a\u{0}a\"]",
            "[\"\\0\"]", "[\"\\'\"]", "[\"\\u{41}\"]", "[\"\u{1F}\"]", "\"x", "\"\\u12",
            "[\"\\v\"]",
        ]

    private static let refusedBytes: [Case] =
        [
            // Invalid UTF-8 outside strings.
            Case("[a", [0xE5], "]"), Case("[", [0xFF], "]"), Case("[1", [0xE5], "]"),
            Case("[1e1", [0xE5], "]"), Case("[0", [0xE5], "]"), Case("{\"a\":\"b\"", [0xE5], "}"),
            Case("", [0xE5], ""), Case("", [0xEF, 0xBB], "{}"), Case("", [0xEF, 0xBB, 0xBF], ""),
            Case("[1]", [0], ""), Case("", [0], "[1]"),
            // Nesting beyond the limit.
            Case(String(repeating: "[", count: 100_000)),
            Case(String(repeating: "[{\"\":", count: 50_000)),
        ]

    static let chosen: [(text: Case, isRead: Bool)] =
        chosenTexts.map { (Case($0.0), $0.1) }
        + unreadableBytes.map { (Case("[\"", $0, "\"]"), false) }
        + otherEncodings.map { (Case("", $0, ""), false) }

    private static let chosenTexts: [(String, Bool)] =
        [
            // Numbers too large for a double are refused, too small ones are 0.
            ("[0.4e006699999999999999999999999999999999999999999999999999999999969999999]", false),
            ("[-1e+9999]", false), ("[1.5e+9999]", false), ("[-123123e100000]", false),
            ("[123123e100000]", false), ("[123e-10000000]", true), ("[-1e-9999]", true),
            // Whole numbers above 2⁵³ become the nearest double.
            ("[-123123123123123123123123123123]", true), ("[100000000000000000000]", true),
            ("[-237462374673276894279832749832423479823246327846]", true),
            // Half of a surrogate pair.
            ("[\"\\uDADA\"]", false), ("[\"\\uD888\\u1234\"]", false), ("[\"\\uD800\\n\"]", false),
            ("[\"\\uDd1ea\"]", false), ("[\"\\uD800\\uD800\\n\"]", false), ("[\"\\ud800\"]", false),
            ("[\"\\ud800abc\"]", false), ("[\"\\uDd1e\\uD834\"]", false), ("[\"\\uDFAA\"]", false),
            ("{\"\\uDFAA\":0}", false),
            // One byte order mark before the text is ignored.
            ("\u{FEFF}{}", true), ("\u{FEFF}\u{FEFF}{}", false),
            // Duplicate keys.
            ("{\"a\":\"b\",\"a\":\"c\"}", false), ("{\"a\":\"b\",\"a\":\"b\"}", false),
            ("{\"a\":0,\"\\u0061\":1}", false),
            // Lookalike keys are distinct.
            ("{\"\u{E9}\":0,\"e\u{301}\":1}", true),
            (String(repeating: "[", count: 32) + String(repeating: "]", count: 32), true),
            (String(repeating: "[", count: 500) + String(repeating: "]", count: 500), false),
        ]

    /// Invalid bytes within strings: truncated, overlong, surrogates, and above U+10FFFF.
    private static let unreadableBytes: [[UInt8]] =
        [
            [0xFF], [0xE5], [0x81], [0xC0, 0xAF], [0xE0, 0xFF],
            [0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA],
            [0xF4, 0xBF, 0xBF, 0xBF], [0xFC, 0x80, 0x80, 0x80, 0x80, 0x80],
            [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xE9], [0xC3],
            [0xF0, 0x9F, 0x98],
        ]

    private static let otherEncodings: [[UInt8]] =
        [
            [0xFF, 0xFE, 0x5B, 0, 0x22, 0, 0x22, 0, 0x5D, 0], [0x5B, 0, 0x22, 0, 0x22, 0, 0x5D, 0],
            [0, 0x5B, 0, 0x22, 0, 0x22, 0, 0x5D],
        ]
}
