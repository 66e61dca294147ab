import Texts

/// What stands in a row of its own, under a name that no other has.
protocol NamedRow: Hashable, Sendable, Weighed, Restorable {
    var name: Text { get }
    /// From 0; it keeps this row while others come and go.
    var row: Int { get }
}

/// Things under names, each in a row of its own; a new one takes the lowest row that is free.
struct NamedRows<Element: NamedRow>: Hashable, Sendable {
    /// By row.
    private(set) var elements: [Element] = []

    init() {}

    /// Restores elements; of several in one row, or of one name, the first stays.
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

    /// Whether one of this name finds a row, of `limit`, while `pending` others are on their way.
    func hasRow(for name: Text, pending: Int, limit: Int) -> Bool {
        elements.count + pending < limit || contains(name)
    }

    subscript(index: Int) -> Element {
        get { elements[index] }
        set { elements[index] = newValue }
        _modify { yield &elements[index] }
    }

    /// Adds what `make` makes for the lowest free row.
    mutating func add(_ make: (_ row: Int) -> Element) {
        // By row, the first that is not in its place leaves that place free.
        let row = elements.indices.first { elements[$0].row != $0 } ?? elements.count
        elements.insert(make(row), at: row)
    }

    mutating func remove(at index: Int) {
        elements.remove(at: index)
    }
}
