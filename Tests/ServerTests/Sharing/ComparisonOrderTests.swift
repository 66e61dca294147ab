import Testing
import Texts

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server

@Suite("Order of comparisons with the log")
struct ComparisonOrderTests {
    @Test("Rooms with waiting requests come first, and the others keep their order")
    func urgent() {
        var order = ComparisonOrder()
        for number in 0..<10 { order.add("\(number)") }
        order.add("3")
        var taken: [Text] = []
        // The set has the rooms with waiting requests at the moment.
        for urgent: Set<Text> in [["8"], [], ["9", "gone"], []] {
            taken += order.take(3) { urgent.contains($0) }
        }
        #expect(taken == ["8", "0", "1", "2", "3", "4", "9", "5", "6", "7"] && order.isEmpty)
        taken = order.take(3) { _ in true }
        #expect(taken == [])
    }

    @Test("A room that was taken can be added again")
    func again() {
        var order = ComparisonOrder()
        for name: Text in ["a", "b"] { order.add(name) }
        var taken = [order.take(1) { $0 == "b" }]
        order.add("b")
        taken.append(order.take(9) { _ in false }.sorted())
        order.add("a")
        taken.append(order.take(9) { _ in false })
        #expect(taken == [["b"], ["a", "b"], ["a"]] && order.isEmpty)
    }
}
