import DequeModule

/// A queue of entries that wait for the stage, the next first, which always knows their total size estimate.
///
/// Elements are in groups, which copies of the queue share. So a copy of a room is cheap even if
/// ten thousand elements wait, and stays cheap while one of the two rooms goes on.
struct Queue<Element: Weighed & Hashable & Sendable>: Sendable {
    private static var groupSize: Int { 64 }

    /// No group is empty. Insertions and removals make some groups larger or smaller than the group
    /// size.
    private var groups: Deque<[Element]> = []
    /// The number of elements at the start of the first group that are removed already.
    private var goneCount = 0
    private(set) var count = 0
    private(set) var byteEstimate = 0

    init(_ elements: [Element] = []) {
        for element in elements { append(element) }
    }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if groups.last.map({ $0.count >= Self.groupSize }) ?? true { groups.append([]) }
        groups[groups.count - 1].append(element)
        count += 1
        byteEstimate += element.byteEstimate
    }

    mutating func popFirst() -> Element? {
        guard let group = groups.first else { return nil }
        let first = group[goneCount]
        goneCount += 1
        if goneCount == group.count { dropGone() }
        count -= 1
        byteEstimate -= first.byteEstimate
        return first
    }

    private mutating func dropGone() {
        groups[0].removeFirst(goneCount)
        goneCount = 0
        if groups[0].isEmpty { groups.removeFirst() }
    }

    // MARK: Access by index

    /// Returns the index of the first element that `isWanted`, from 0; nil without one. Copies no
    /// element.
    @inline(__always)
    func firstIndex(where isWanted: (borrowing Element) -> Bool) -> Int? {
        var place = goneCount
        var passed = -goneCount
        for group in groups {
            let span = group.span
            while place < span.count {
                if isWanted(span[place]) { return passed + place }
                place += 1
            }
            passed += span.count
            place = 0
        }
        return nil
    }

    /// Returns the group of `index` and the place in it; beyond the end, a place in the last group.
    private func place(of index: Int) -> (group: Int, place: Int) {
        var place = goneCount + index
        var group = 0
        while group < groups.count - 1, place >= groups[group].count {
            place -= groups[group].count
            group += 1
        }
        return (group, place)
    }

    subscript(index: Int) -> Element {
        let (group, place) = place(of: index)
        return groups[group][place]
    }

    @discardableResult
    mutating func remove(at index: Int) -> Element {
        let (group, place) = place(of: index)
        let removed = groups[group].remove(at: place)
        count -= 1
        byteEstimate -= removed.byteEstimate
        if group == 0, groups[0].count == goneCount {
            dropGone()
        } else if groups[group].isEmpty {
            groups.remove(at: group)
        }
        return removed
    }

    /// Removes the unwanted elements and returns them.
    mutating func removeAll(where isUnwanted: (borrowing Element) -> Bool) -> [Element] {
        guard firstIndex(where: isUnwanted) != nil else { return [] }
        var (kept, removed) = (Self(), [Element]())
        for element in self {
            if isUnwanted(element) { removed.append(element) } else { kept.append(element) }
        }
        self = kept
        return removed
    }

    mutating func insert(_ element: Element, at index: Int) {
        guard index < count else { return append(element) }
        dropGone()
        let (group, place) = place(of: index)
        groups[group].insert(element, at: place)
        count += 1
        byteEstimate += element.byteEstimate
        guard groups[group].count == 2 * Self.groupSize else { return }
        groups.insert(Array(groups[group].dropFirst(Self.groupSize)), at: group + 1)
        groups[group].removeLast(Self.groupSize)
    }
}

extension Queue: Sequence {
    func makeIterator() -> Iterator {
        Iterator(groups: groups.makeIterator(), place: goneCount)
    }

    struct Iterator: IteratorProtocol {
        fileprivate var groups: Deque<[Element]>.Iterator
        fileprivate var place: Int
        private var group: [Element]

        fileprivate init(groups: Deque<[Element]>.Iterator, place: Int) {
            self.groups = groups
            self.place = place
            group = self.groups.next() ?? []
        }

        mutating func next() -> Element? {
            if place == group.count {
                guard let next = groups.next() else { return nil }
                (group, place) = (next, 0)
            }
            defer { place += 1 }
            return group[place]
        }
    }

    /// Calls `body` with each element, the next first, without copies.
    @inline(__always)
    func visit(_ body: (borrowing Element) -> Void) {
        _ = firstIndex {
            body($0)
            return false
        }
    }
}

/// Queues are equal if they hold the same elements in the same order, however they are grouped.
extension Queue: Hashable {
    static func == (left: Queue, right: Queue) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}
