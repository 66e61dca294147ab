import Testing
import Texts

@testable import Server

@Suite("Docket")
struct DocketTests {
    private func taken(_ asked: [(Text, Int)]) -> [Int] {
        var docket = Docket<Int>()
        for (room, question) in asked { docket.add(question, of: room) }
        var taken: [Int] = []
        while let next = docket.takeNext() { taken.append(next) }
        return taken
    }

    @Test("Rooms take turns, however much one of them asks")
    func turns() {
        let asked: [(Text, Int)] = [
            ("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 10), ("c", 20), ("c", 21),
        ]
        #expect(taken(asked) == [1, 10, 20, 2, 21, 3, 4])
    }

    @Test("What comes while others wait has its turn after theirs")
    func late() {
        var docket = Docket<Int>()
        for question in 1...3 { docket.add(question, of: "a") }
        #expect(docket.takeNext() == 1)
        docket.add(10, of: "b")
        #expect((0..<3).compactMap { _ in docket.takeNext() } == [2, 10, 3])
        #expect(docket.takeNext() == nil)
    }
}
