import Testing
import Texts

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Fair queue")
struct FairQueueTests {
    private func taken(_ asked: [(Text, Int)]) -> [Int] {
        var queue = FairQueue<Int>()
        for (room, question) in asked { queue.add(question, of: room) }
        var taken: [Int] = []
        while let next = queue.takeNext() { taken.append(next) }
        return taken
    }

    @Test("Rooms take turns, even if one room has many questions")
    func turns() {
        let asked: [(Text, Int)] = [
            ("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 10), ("c", 20), ("c", 21),
        ]
        #expect(taken(asked) == [1, 10, 20, 2, 21, 3, 4])
    }

    @Test("A late question's room takes its turn after the waiting rooms")
    func late() {
        var queue = FairQueue<Int>()
        for question in 1...3 { queue.add(question, of: "a") }
        #expect(queue.takeNext() == 1)
        queue.add(10, of: "b")
        #expect((0..<3).compactMap { _ in queue.takeNext() } == [2, 10, 3])
        #expect(queue.takeNext() == nil)
    }
}
