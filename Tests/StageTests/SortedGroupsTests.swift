import TestSupport
import Testing

@testable import Stage

@Suite("Sorted groups")
struct SortedGroupsTests {
    @Test(
        "Random insertions and removals keep all elements in order",
        arguments: 1...6 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var groups = SortedGroups<Int>()
        var expected: Set<Int> = []
        // The set grows to some hundred elements, and shrinks again in the second half.
        for step in 0..<4000 {
            let element = random.int(below: 1500)
            if random.int(below: 10) < (step < 2000 ? 7 : 2) {
                if expected.insert(element).inserted { groups.insert(element) }
            } else {
                expected.remove(element)
                groups.remove(element)
            }
            if step.isMultiple(of: 97) { #expect(Array(groups) == expected.sorted()) }
        }
        #expect(Array(groups) == expected.sorted())
        #expect(groups.first == expected.min())
        #expect(groups.prefix(70) == Array(expected.sorted().prefix(70)))
        for element in expected { groups.remove(element) }
        #expect(groups.isEmpty)
    }

    @Test("A copy does not change with the original", arguments: [0, 63, 64, 65, 500])
    func copies(count: Int) {
        var groups = SortedGroups(sorted: Array(0..<count))
        let copy = groups
        groups.insert(-1)
        groups.remove(count / 2)
        #expect(Array(copy) == Array(0..<count))
        #expect(Array(groups) == [-1] + (0..<count).filter { $0 != count / 2 })
    }
}
