import Testing
import Texts

@Suite("Nearest")
struct NearestTests {
    private let keys: [Text] = ["id", "sender", "gift", "count", "test", "x", "y"]

    @Test(
        "A slip of the hand finds the word that was meant",
        arguments: [
            ("sendr", "sender"), ("snedre", "sender"), ("Sender", "sender"), ("gifts", "gift"),
            ("coutn", "count"), ("Gift", "gift"), ("ID", "id"), ("tset", "test"), ("cont", "count"),
        ] as [(Text, Text)])
    func slips(written: Text, meant: Text) {
        #expect(written.nearest(among: keys) == meant)
    }

    @Test(
        "What is another word finds none",
        arguments: ["z", "ix", "amounts", "gfst", "user", "", "sendersender", "s\u{E9}nd\u{E9}r"]
            as [Text])
    func others(written: Text) {
        #expect(written.nearest(among: keys) == nil)
    }

    @Test("Of words that are equally near it is the first, and the nearer before it")
    func first() {
        #expect(Text("cat").nearest(among: ["bat", "hat"]) == "bat")
        #expect(Text("captoins").nearest(among: ["captain", "captions"]) == "captions")
    }

    @Test("Long words are compared with nothing")
    func long() {
        let long = Text(String(repeating: "a", count: 41))
        #expect(long.nearest(among: [long]) == nil)
        #expect(Text(String(repeating: "a", count: 40)).nearest(among: [long]) == nil)
    }
}
