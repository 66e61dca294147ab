import Testing
import Texts

@testable import Broadcast

@Suite("Deadlines")
struct DeadlinesTests {
    @Test("Outdated deadlines do not pile up")
    func overtaken() {
        var deadlines = Deadlines()
        let rooms = (0..<100).map { RoomOutput(named: "\($0)") }
        for round in 0..<1000 as Range<UInt64> {
            for (index, room) in rooms.enumerated() {
                deadlines.set(86_400_000_000_000 + round + UInt64(index), of: room)
            }
        }
        #expect(deadlines.count <= 200)
        // A constant instead of an expression: the comparison of an optional with an expression of
        // literals makes AddressSanitizer report a false error.
        let newest: UInt64 = 86_400_000_000_999
        #expect(deadlines.next() == newest)
    }

    @Test("Rooms become due once, in the order of their newest deadlines")
    func order() {
        var deadlines = Deadlines()
        let (a, b) = (RoomOutput(named: "a"), RoomOutput(named: "b"))
        deadlines.set(10, of: a)
        deadlines.set(20, of: b)
        deadlines.set(30, of: a)
        #expect(deadlines.popRoom(dueBy: 19) == nil)
        #expect(deadlines.popRoom(dueBy: 40) === b)
        #expect(deadlines.popRoom(dueBy: 40) === a)
        #expect(deadlines.popRoom(dueBy: 40) == nil && deadlines.next() == nil)
    }
}
