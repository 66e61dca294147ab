import Stage
import TestSupport
import Testing
import Texts
import Wire

@Suite("JSON writer")
struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "Hundredths are written in their shortest form",
        arguments: [
            (24.0, "24"), (0.0, "0"), (-0.0, "0"), (-0.001, "0"), (0.05, "0.05"), (0.5, "0.5"),
            (0.1, "0.1"), (2.675, "2.67"), (0.125, "0.13"), (-0.125, "-0.13"), (-0.5, "-0.5"),
            (-126, "-126"), (1.005, "1"), (99.999, "100"), (100, "100"), (-0.05, "-0.05"),
            (1234.5, "1234.5"), (12.34, "12.34"), (1e9, "1000000000"),
        ])
    func hundredths(value: Double, form: String) {
        #expect(text { $0.number(Hundredths(value)) } == form)
    }

    @Test(
        "Thousandths are written in their shortest form",
        arguments: [
            (1.0, "1"), (0.25, "0.25"), (0.0005, "0.001"), (0.0004, "0"), (-0.0004, "0"),
            (0.125, "0.125"), (0.05, "0.05"), (-1.01, "-1.01"), (2.9996, "3"), (0.1, "0.1"),
        ])
    func thousandths(value: Double, form: String) {
        #expect(text { $0.number(Thousandths(value)) } == form)
    }

    @Test(
        "Doubles are written in the shortest form that reads back",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (24.0, "24"), (-3.0, "-3"), (0.05, "0.05"), (0.1, "0.1"),
            (1.0 / 3, "0.3333333333333333"), (123_456_789_012_345, "123456789012345"),
            (2.675, "2.675"), (0.30000000000000004, "0.30000000000000004"),
        ])
    func doubles(value: Double, form: String) {
        #expect(text { $0.number(value) } == form)
    }

    @Test(
        "A whole double is written without a fraction",
        arguments: [
            (1e15, "1000000000000000"), (-1e15, "-1000000000000000"),
            (9_007_199_254_740_991, "9007199254740991"),
            (-9_007_199_254_740_991, "-9007199254740991"),
            (0x1p53, "9007199254740992"), (-0x1p53, "-9007199254740992"),
            (0x1p53 + 2, "9.007199254740994e+15"), (1e21, "1e+21"),
        ] as [(Double, String)])
    func wholeDoubles(value: Double, form: String) {
        #expect(text { $0.number(value) } == form)
    }

    @Test(
        "Every double reads back as itself",
        arguments: [
            Double.leastNonzeroMagnitude, 1e-7, 1.5e15, 1e21, 1.7976931348623157e308, -2.5e-10,
            1e15, 1e100,
        ])
    func readsBack(value: Double) throws {
        #expect(try JSON(parsing: JSON.number(value).encoded) == .number(value))
    }

    @Test(
        "Whole numbers are written out",
        arguments: [
            (0, "0"), (7 as Int64, "7"), (10, "10"), (-10, "-10"),
            (Int64.max, "9223372036854775807"),
            (Int64.min, "-9223372036854775808"),
        ])
    func integers(value: Int64, form: String) {
        #expect(text { $0.integer(value) } == form)
    }

    @Test(
        "Strings escape only quotes, backslashes and control characters",
        arguments: [
            ("a", #""a""#), ("", #""""#), ("\"\\/", #""\"\\/""#),
            ("\n\u{1f}\0", #""\u000a\u001f\u0000""#), ("é€😀\u{7f}", "\"é€😀\u{7f}\""),
        ])
    func strings(value: Text, form: String) {
        #expect(text { $0.string(value) } == form)
    }

    @Test("A value is written compactly, with its members in order")
    func values() {
        let compact = #"{"b":[1,true,null,{}],"a":{"c":"d"}}"#
        #expect(JSON(compact).text == Text(compact))
    }

    @Test("A writer that is reset starts with an empty output")
    func reset() {
        var writer = JSONWriter()
        writer.bool(true)
        writer.reset()
        writer.bool(false)
        #expect(writer.bytes == Array("false".utf8))
    }
}
