/// Unique values in ascending order, in groups of limited size.
///
/// Copies share the groups, so a change copies one group and the list of the groups at most. Values are found by
/// binary search.
struct SortedGroups<Element: Comparable & Sendable>: Sendable {
    private static var groupSize: Int { 64 }

    /// No group is empty, and each has fewer than two group sizes.
    private var groups: [[Element]] = []

    init() {}

    /// `elements` must be unique and in ascending order.
    init(sorted elements: [Element]) {
        var start = 0
        while start < elements.count {
            let end = Swift.min(start + Self.groupSize, elements.count)
            groups.append(Array(elements[start..<end]))
            start = end
        }
    }

    var isEmpty: Bool { groups.isEmpty }
    var first: Element? { groups.first?.first }

    /// Returns the first `count` elements, or all if there are fewer.
    func prefix(_ count: Int) -> [Element] {
        var elements: [Element] = []
        for group in groups {
            elements += group.prefix(count - elements.count)
            if elements.count == count { break }
        }
        return elements
    }

    mutating func insert(_ element: Element) {
        guard !groups.isEmpty else {
            groups = [[element]]
            return
        }
        let index = group(of: element)
        groups[index].insert(element, at: place(of: element, inGroup: index))
        guard groups[index].count == 2 * Self.groupSize else { return }
        groups.insert(Array(groups[index].dropFirst(Self.groupSize)), at: index + 1)
        // `removeLast` would keep the capacity for two group sizes.
        groups[index] = Array(groups[index].prefix(Self.groupSize))
    }

    mutating func remove(_ element: Element) {
        guard !groups.isEmpty else { return }
        let index = group(of: element)
        let place = place(of: element, inGroup: index)
        guard place < groups[index].count, groups[index][place] == element else { return }
        groups[index].remove(at: place)
        if groups[index].isEmpty {
            groups.remove(at: index)
        } else if groups[index].count < Self.groupSize / 4 {
            merge(Swift.max(index - 1, 0))
        }
    }

    /// Joins a group and the next if together they are small.
    private mutating func merge(_ index: Int) {
        guard index + 1 < groups.count,
            groups[index].count + groups[index + 1].count <= Self.groupSize
        else { return }
        groups[index] += groups.remove(at: index + 1)
    }

    // MARK: Search

    /// Returns the index of the group for `element`. There must be a group.
    private func group(of element: Element) -> Int {
        // The group is the last that does not begin behind the element, or else the first.
        let behind = Self.firstIndex(below: groups.count) { element < groups[$0][0] }
        return Swift.max(behind - 1, 0)
    }

    private func place(of element: Element, inGroup index: Int) -> Int {
        let group = groups[index]
        return Self.firstIndex(below: group.count) { !(group[$0] < element) }
    }

    /// Returns the first index for which `isSuch` is true, as it must be for all later ones; `end` without one.
    private static func firstIndex(below end: Int, where isSuch: (Int) -> Bool) -> Int {
        var (low, high) = (0, end)
        while low < high {
            let middle = (low + high) / 2
            if isSuch(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SortedGroups: Sequence {
    func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { groups.joined().makeIterator() }
}
