import Testing
import Wire

@Suite("JSON")
struct JSONTests {
    // The cases of RFC 7396, appendix A: original, patch, result.
    @Test(
        "A merge patch does what RFC 7396 says",
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

    @Test("A member is found by its key")
    func member() {
        let json = JSON("{\"a\":1,\"b\":null}")
        #expect(json["a"] == .number(1))
        #expect(json["b"] == .null)
        #expect(json["c"] == nil)
        #expect(JSON.array([json])["a"] == nil)
    }
}
