import Server
import Testing

@Suite("RoomName")
struct RoomNameTests {
    @Test(
        "A name is 1 to 64 of a-z, 0-9, _ and -",
        arguments: [
            ("main", true), ("a_b-9", true), ("-", true), (String(repeating: "a", count: 64), true),
            ("", false), (String(repeating: "a", count: 65), false), ("Main", false),
            ("bad room", false), ("a.b", false), ("a/b", false), ("é", false), ("a\n", false),
        ])
    func rule(name: String, isValid: Bool) {
        #expect(RoomName.isValid(name) == isValid)
    }
}
