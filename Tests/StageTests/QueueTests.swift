import TestSupport
import Testing
import Texts

@testable import Stage

@Suite("Queue")
struct QueueTests {
    private struct Waiting: Weighed, Hashable {
        let number: Int
        var byteEstimate: Int { number }
    }

    private func queue(_ numbers: some Sequence<Int>) -> Queue<Waiting> {
        Queue(numbers.map(Waiting.init))
    }

    // A queue stores its elements in groups of 64. The counts are close to one and two groups.
    @Test(
        "Elements leave a queue of any size in the order in which they came",
        arguments: [0, 1, 63, 64, 65, 128, 200])
    func order(count: Int) {
        var queue = queue(0..<count)
        var out: [Int] = []
        while let first = queue.popFirst() { out.append(first.number) }
        #expect(out == Array(0..<count))
        #expect(queue.isEmpty && queue.byteEstimate == 0)
    }

    @Test("A queue keeps its order and its byte estimate while elements come and go")
    func mixedUse() {
        var queue = queue([])
        var expected: [Int] = []
        for number in 0..<1000 {
            queue.append(Waiting(number: number))
            expected.append(number)
            if number % 3 != 0 {
                #expect(queue.popFirst()?.number == expected.removeFirst())
            }
        }
        #expect(queue.map(\.number) == expected)
        var visited: [Int] = []
        queue.visit { visited.append($0.number) }
        #expect(visited == expected)
        #expect(queue.byteEstimate == expected.reduce(0, +))
    }

    @Test("Finding, removing and inserting in the middle works as in an array", arguments: 1...5)
    func middle(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = queue(0..<300)
        var expected = Array(0..<300)
        for number in 300..<3000 {
            switch random.int(below: 4) {
            case 0 where !expected.isEmpty:
                let index = random.int(below: expected.count)
                #expect(queue.firstIndex { $0.number == expected[index] } == index)
                #expect(queue.remove(at: index).number == expected.remove(at: index))
            case 1:
                #expect(
                    queue.popFirst()?.number == (expected.isEmpty ? nil : expected.removeFirst()))
            case 2:
                queue.append(Waiting(number: number))
                expected.append(number)
            default:
                let index = random.int(below: expected.count + 1)
                queue.insert(Waiting(number: number), at: index)
                expected.insert(number, at: index)
            }
            #expect(queue.count == expected.count)
        }
        #expect(queue.map(\.number) == expected)
        #expect(queue.byteEstimate == expected.reduce(0, +))
        #expect(queue == self.queue(expected))
        while let last = expected.popLast() {
            #expect(queue.remove(at: expected.count).number == last)
        }
        #expect(queue.isEmpty && queue.byteEstimate == 0 && queue.popFirst() == nil)
    }

    @Test("Queues with the same elements are equal, regardless of earlier elements")
    func equality() {
        var one = queue(0..<100)
        for _ in 0..<70 { _ = one.popFirst() }
        let other = queue(70..<100)
        #expect(one == other && one.hashValue == other.hashValue)
        one.append(Waiting(number: 5))
        #expect(one != other)
    }

    @Test("Changing a copy leaves the original unchanged")
    func copies() {
        let one = queue(0..<10_000)
        var other = one
        for _ in 0..<5000 { _ = other.popFirst() }
        other.append(Waiting(number: -1))
        #expect(one.map(\.number) == Array(0..<10_000))
        #expect(other.map(\.number) == Array(5000..<10_000) + [-1])
    }
}
