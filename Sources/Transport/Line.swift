/// A queue: first in, first out.
struct Line<Element> {
    /// The new elements, newest last.
    private var coming: [Element] = []
    /// The old elements, oldest last.
    private var going: [Element] = []

    var isEmpty: Bool { coming.isEmpty && going.isEmpty }

    mutating func add(_ element: Element) {
        coming.append(element)
    }

    mutating func next() -> Element? {
        if going.isEmpty {
            swap(&coming, &going)
            going.reverse()
        }
        return going.popLast()
    }
}
