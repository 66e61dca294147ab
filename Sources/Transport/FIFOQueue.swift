/// A queue of any elements, first in, first out, for the event loop's ready endpoints.
struct FIFOQueue<Element> {
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
