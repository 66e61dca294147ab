import TestSupport
import Testing
import Texts
import Wire

@Suite("JSON parser")
struct JSONParserTests {
    private func parse(_ text: String) throws(JSONSyntaxError) -> JSON {
        try JSON(parsing: Array(text.utf8))
    }

    // RFC 8259.
    static let goodTexts: [(String, JSON)] = [
        ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
        (" \t\r\n[ ] \n", .array([])), ("{}", .object([])), ("\"\"", .string("")),
        ("0", .number(0)), ("-0", .number(0)), ("-1", .number(-1)), ("10", .number(10)),
        ("1.5", .number(1.5)), ("-0.25", .number(-0.25)), ("1e3", .number(1000)),
        ("1E+3", .number(1000)), ("25e-2", .number(0.25)), ("0e0", .number(0)),
        ("0.1", .number(0.1)), ("123456789012345", .number(123_456_789_012_345)),
        ("9007199254740993", .number(9_007_199_254_740_992)),
        ("1.7976931348623157e308", .number(1.7976931348623157e308)),
        ("1e-400", .number(0)), ("5e-324", .number(.leastNonzeroMagnitude)),
        ("[1,2 , [3]]", .array([.number(1), .number(2), .array([.number(3)])])),
        (
            "{\"b\":1,\"a\":{\"c\":null}}",
            .object([.init("b", .number(1)), .init("a", .object([.init("c", .null)]))])
        ),
        ("{\"\":0}", .object([.init("", .number(0))])),
        ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("\"\\/\u{8}\u{c}\n\r\t")),
        ("\"\\u0041\\u00e9\\u20AC\"", .string("A\u{e9}\u{20ac}")),
        ("\"\\ud83d\\ude00\"", .string("\u{1F600}")),
        ("\"\\uD834\\uDD1E!\"", .string("\u{1D11E}!")),
        ("\"\\u0000\"", .string("\0")),
        ("\"\u{7f} \u{e9} \u{1F600}\"", .string("\u{7f} \u{e9} \u{1F600}")),
        ("\u{FEFF}[1]", .array([.number(1)])),
    ]

    @Test("Valid texts are read", arguments: goodTexts)
    func good(text: String, value: JSON) throws {
        #expect(try parse(text) == value)
    }

    static let badTexts = [
        "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "a",
        "01", "-01", "+1", ".5", "1.", "1.e1", "-", "-a", "1e", "1e+", "0x10", "1_000", "1e999",
        "-1e999", "1 2", "[1]]", "[1,]", "[,1]", "[1 2]", "[", "[1", "[1,", "]", "{", "{\"a\"",
        "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:1}",
        "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1}}", "[1}", "{\"a\":1]", "\"", "\"abc", "\"\\",
        "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"a\nb\"", "\"a\tb\"",
        "\"\u{1f}\"", "\"\0\"", "//a\n1", "/**/1", "1,", "\u{a0}1", "\u{FEFF}", "1\u{FEFF}",
        "\u{FEFF}\u{FEFF}1",
        // Surrogates without their other half, or in the wrong order.
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"",
        "\"\\ude00\\ud83d\"", "\"\\ud83d\\ud83d\"", "\"\\ud83d\\u\"",
        // Duplicate keys, also hidden by an escape.
        "{\"a\":1,\"a\":1}", "{\"a\":1,\"b\":2,\"\\u0061\":3}", "[{\"x\":{\"k\":1,\"k\":2}}]",
    ]

    @Test("Invalid texts are refused", arguments: badTexts)
    func bad(text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x82, 0x82, 0xAC], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xFE],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [quote] + bytes + [quote]) }
        #expect(throws: JSONSyntaxError.self) {
            try JSON(parsing: [quote] + Array("\\n".utf8) + bytes + [quote])
        }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    }

    @Test("Texts in UTF-16 are refused")
    func otherEncodings() {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0xFF, 0xFE, 0x31, 0]) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0, 0x31]) }
    }

    @Test("Values nest at most 32 levels deep", arguments: ["[]", "{\"a\":}"])
    func depth(brackets: String) throws {
        let open = String(brackets.dropLast())
        let close = String(brackets.last!)
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "0" + String(repeating: close, count: depth)
        }
        #expect(throws: Never.self) { try parse(nested(32)) }
        #expect(throws: JSONSyntaxError.self) { try parse(nested(33)) }
        #expect(throws: JSONSyntaxError.self) { try parse(nested(20_000)) }
    }

    @Test(
        "The limit on values counts nested values too",
        arguments: [("1", 1), ("[]", 1), (#"{"a":1,"b":[2,[]]}"#, 5), (#"["a",{},null]"#, 4)])
    func valueCount(text: String, count: Int) {
        let bytes = Array(text.utf8)
        #expect(throws: Never.self) { try JSON(parsing: bytes, mostValues: count) }
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSON(parsing: bytes, mostValues: count - 1)
        }
        #expect(error?.reason == "more than \(count - 1) values")
    }

    @Test(
        "An error has the byte offset of the fault",
        arguments: [("[1,x]", 3), ("{\"é\":tru}", 6), ("01", 1)])
    func offset(text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
        #expect(error?.offset == offset)
        #expect(error?.description.hasSuffix("at byte \(offset)") == true)
    }

    @Test("A text cut off at any byte is refused")
    func cuts() {
        let text = Array("{\"a\":[1.5e3,\"\\ud83d\\ude00é\",true],\"b\":{\"c\":null}}".utf8)
        for length in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSON(parsing: Array(text[..<length])) }
        }
        #expect(throws: Never.self) { try JSON(parsing: text) }
    }
}
