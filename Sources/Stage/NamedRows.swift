import Texts

/// The named elements of a widget, each in a row of its own; a new element takes the lowest free row.
struct NamedRows<Element: NamedRow>: Hashable, Sendable {
    /// The elements, in the order of their rows.
    private(set) var elements: [Element] = []

    init() {}

    /// Restores elements; of several with one row or one name, the first stays.
    init(restoring elements: [Element]) {
        for element in elements.sorted(by: { $0.row < $1.row })
        where element.row != self.elements.last?.row && !contains(element.name) {
            self.elements.append(element)
        }
    }

    var isEmpty: Bool { elements.isEmpty }

    var byteEstimate: Int { elements.reduce(0) { $0 + $1.byteEstimate } }

    func index(of name: Text) -> Int? { elements.firstIndex { $0.name == name } }

    func contains(_ name: Text) -> Bool { index(of: name) != nil }

    /// Returns true if one of `limit` rows is left for this name. `pending` counts accepted
    /// elements that are not added yet.
    func hasRow(for name: Text, pending: Int, limit: Int) -> Bool {
        elements.count + pending < limit || contains(name)
    }

    subscript(index: Int) -> Element {
        get { elements[index] }
        set { elements[index] = newValue }
        _modify { yield &elements[index] }
    }

    /// Adds the element that `make` returns for the lowest free row.
    mutating func add(_ make: (_ row: Int) -> Element) {
        // By row: the first element whose row is not its index leaves a row free before it.
        let row = elements.indices.first { elements[$0].row != $0 } ?? elements.count
        elements.insert(make(row), at: row)
    }

    mutating func remove(at index: Int) {
        elements.remove(at: index)
    }
}

/// An element with a unique name and a row of its own on the stage, such as a counter or a goal.
protocol NamedRow: Hashable, Sendable, Weighed, Restorable {
    var name: Text { get }
    /// The row, from 0; it stays the same while other elements come and go.
    var row: Int { get }
}
