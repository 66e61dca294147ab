import TestSupport
import Testing
import Texts
import Wire

@Suite("JSON values")
struct JSONTests {
    // Original, patch and result of each case in appendix A of RFC 7396.
    @Test(
        "A merge patch follows RFC 7396",
        arguments: [
            ("{'a':'b'}", "{'a':'c'}", "{'a':'c'}"),
            ("{'a':'b'}", "{'b':'c'}", "{'a':'b','b':'c'}"),
            ("{'a':'b'}", "{'a':null}", "{}"),
            ("{'a':'b','b':'c'}", "{'a':null}", "{'b':'c'}"),
            ("{'a':['b']}", "{'a':'c'}", "{'a':'c'}"),
            ("{'a':'c'}", "{'a':['b']}", "{'a':['b']}"),
            ("{'a':{'b':'c'}}", "{'a':{'b':'d','c':null}}", "{'a':{'b':'d'}}"),
            ("{'a':[{'b':'c'}]}", "{'a':[1]}", "{'a':[1]}"),
            ("['a','b']", "['c','d']", "['c','d']"),
            ("{'a':'b'}", "['c']", "['c']"),
            ("{'a':'foo'}", "null", "null"),
            ("{'a':'foo'}", "'bar'", "'bar'"),
            ("{'e':null}", "{'a':1}", "{'e':null,'a':1}"),
            ("[1,2]", "{'a':'b','c':null}", "{'a':'b'}"),
            ("{}", "{'a':{'bb':{'ccc':null}}}", "{'a':{'bb':{}}}"),
        ])
    func mergePatch(original: String, patch: String, result: String) {
        func json(_ text: String) -> JSON { JSON(text.replacing("'", with: "\"")) }
        #expect(json(original).merged(with: json(patch)) == json(result))
    }

    @Test(
        "The patch from one value to another has the differences and nothing else",
        arguments: [
            ("{'a':1}", "{'a':1}", nil), ("{'a':1,'b':2}", "{'b':2,'a':1}", nil),
            ("{'a':1}", "{'a':2}", "{'a':2}"), ("{'a':1}", "{}", "{'a':null}"),
            ("{}", "{'a':{'b':1}}", "{'a':{'b':1}}"),
            ("{'a':{'b':1,'c':2}}", "{'a':{'b':1,'c':3}}", "{'a':{'c':3}}"),
            ("{'a':{'b':1}}", "{'a':{}}", "{'a':{'b':null}}"),
            ("{'a':[1,2]}", "{'a':[1,3]}", "{'a':[1,3]}"), ("{'a':1}", "{'a':{}}", "{'a':{}}"),
            ("{'a':{}}", "{'a':1}", "{'a':1}"), ("[1]", "[2]", "[2]"),
        ] as [(String, String, String?)])
    func differences(from: String, to: String, patch: String?) {
        func json(_ text: String) -> JSON { JSON(text.replacing("'", with: "\"")) }
        let difference = json(from).patch(to: json(to))
        #expect(difference == patch.map(json))
        #expect(json(from).merged(with: difference ?? .object([])).patch(to: json(to)) == nil)
    }

    @Test("A subscript finds a member by its key")
    func member() {
        let json = JSON("{\"a\":1,\"b\":null}")
        #expect(json["a"] == .number(1))
        #expect(json["b"] == .null)
        #expect(json["c"] == nil)
        #expect(JSON.array([json])["a"] == nil)
    }

    @Test("Lookalike keys are distinct")
    func lookalikes() {
        let json = JSON("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(json["e\u{301}"] == .number(2))
        #expect(JSON("[\"\u{E9}\"]") != JSON("[\"e\u{301}\"]"))
        #expect(json.merged(with: JSON("{\"e\u{301}\":null}")) == JSON("{\"\u{E9}\":1}"))
    }

    @Test("Large objects are merged with large patches")
    func largePatch() {
        func object(_ keys: Range<Int>, _ value: String) -> JSON {
            JSON("{" + keys.map { "\"k\($0)\":\(value)" }.joined(separator: ",") + "}")
        }
        let merged = object(0..<600, "1").merged(with: object(300..<900, "2"))
        #expect(merged.members.count == 900)
        #expect(merged["k299"] == .number(1) && merged["k300"] == .number(2))
        #expect(
            merged.merged(with: object(0..<600, "null")).members.map(\.key.string)
                == (600..<900).map { "k\($0)" })
    }
}
