import Testing
import Texts

@testable import Server

@Suite("Which rooms are compared with the log first")
struct ComparisonOrderTests {
    @Test("Those in which somebody waits come before the others, which keep their order")
    func urgent() {
        var order = ComparisonOrder()
        for number in 0..<10 { order.add("\(number)") }
        order.add("3")
        var taken: [Text] = []
        // Somebody posts to the last one while others are compared.
        for urgent: Set<Text> in [["8"], [], ["9", "gone"], []] {
            taken += order.take(3) { urgent.contains($0) }
        }
        #expect(taken == ["8", "0", "1", "2", "3", "4", "9", "5", "6", "7"] && order.isEmpty)
        taken = order.take(3) { _ in true }
        #expect(taken == [])
    }

    @Test("One that has been taken may come again")
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
