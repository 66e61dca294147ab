import DequeModule

/// Those that wait, the next one first; what they weigh together is known at any time.
struct Line<Element: Weighed & Hashable & Sendable>: Hashable, Sendable {
    private var elements: Deque<Element> = []
    private(set) var byteEstimate = 0

    init(_ elements: [Element] = []) {
        for element in elements { append(element) }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
        byteEstimate += element.byteEstimate
    }

    mutating func popFirst() -> Element? {
        guard let first = elements.popFirst() else { return nil }
        byteEstimate -= first.byteEstimate
        return first
    }

    mutating func remove(at index: Int) {
        byteEstimate -= elements.remove(at: index).byteEstimate
    }
}

extension Line: RandomAccessCollection {
    var startIndex: Int { elements.startIndex }
    var endIndex: Int { elements.endIndex }
    subscript(index: Int) -> Element { elements[index] }
}
