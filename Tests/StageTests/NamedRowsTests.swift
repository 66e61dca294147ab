import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Named rows")
struct NamedRowsTests {
    private func counter(_ name: Text, row: Int) -> Counter {
        Counter(name: name, row: row, CounterUpdate(to: 1), at: .zero)
    }

    private func described(_ rows: NamedRows<Counter>) -> [String] {
        rows.elements.map { "\($0.name) \($0.row)" }
    }

    @Test("A new element takes the lowest free row, and the other elements keep theirs")
    func lowest() {
        var rows = NamedRows<Counter>()
        for name: Text in ["a", "b", "c", "d"] { rows.add { counter(name, row: $0) } }
        rows.remove(at: 2)
        rows.remove(at: 0)
        #expect(described(rows) == ["b 1", "d 3"])
        for name: Text in ["e", "f", "g"] { rows.add { counter(name, row: $0) } }
        #expect(described(rows) == ["e 0", "b 1", "f 2", "d 3", "g 4"])
    }

    @Test("A known name always has a row, and a new name has one while rows are free")
    func limit() {
        var rows = NamedRows<Counter>()
        rows.add { counter("a", row: $0) }
        #expect(rows.hasRow(for: "b", pending: 0, limit: 2))
        #expect(!rows.hasRow(for: "b", pending: 1, limit: 2))
        #expect(rows.hasRow(for: "a", pending: 9, limit: 1))
    }

    @Test("If restored elements share a row or a name, the first one stays")
    func restoring() {
        let rows = NamedRows(restoring: [
            counter("a", row: 4), counter("b", row: 1), counter("c", row: 1), counter("b", row: 3),
        ])
        #expect(described(rows) == ["b 1", "a 4"])
    }
}
