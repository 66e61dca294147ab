import Server
import Testing
import Texts

@Suite("RoomName")
struct RoomNameTests {
    @Test(
        "A name is 1 to 64 of a-z, 0-9, _ and -",
        arguments: [
            ("main", true), ("a_b-9", true), ("-", true),
            (Text(String(repeating: "a", count: 64)), true),
            ("", false), (Text(String(repeating: "a", count: 65)), false), ("Main", false),
            ("bad room", false), ("a.b", false), ("a/b", false), ("é", false), ("a\n", false),
        ])
    func rule(name: Text, isValid: Bool) {
        #expect(RoomName.isValid(name) == isValid)
    }
}
