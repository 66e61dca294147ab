import Testing
import Texts

@Suite("Nearest known word")
struct NearestTests {
    private let keys: [Text] = ["id", "sender", "gift", "count", "test", "x", "y"]

    @Test(
        "A mistyped word finds the intended word",
        arguments: [
            ("sendr", "sender"), ("snedre", "sender"), ("Sender", "sender"), ("gifts", "gift"),
            ("coutn", "count"), ("Gift", "gift"), ("ID", "id"), ("tset", "test"), ("cont", "count"),
        ] as [(Text, Text)])
    func typos(written: Text, meant: Text) {
        #expect(written.nearest(among: keys) == meant)
    }

    @Test(
        "A different word finds no suggestion",
        arguments: ["z", "ix", "amounts", "gfst", "user", "", "sendersender", "s\u{E9}nd\u{E9}r"]
            as [Text])
    func otherWords(written: Text) {
        #expect(written.nearest(among: keys) == nil)
    }

    @Test("The nearest word wins, and the first of equally near words")
    func first() {
        #expect(Text("cat").nearest(among: ["bat", "hat"]) == "bat")
        #expect(Text("captoins").nearest(among: ["captain", "captions"]) == "captions")
    }

    @Test("Words of more than 40 characters get no suggestion and are not suggested")
    func long() {
        let long = Text(String(repeating: "a", count: 41))
        #expect(long.nearest(among: [long]) == nil)
        #expect(Text(String(repeating: "a", count: 40)).nearest(among: [long]) == nil)
    }
}
