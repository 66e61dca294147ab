import Testing
import Texts
import Timeline

@testable import Stage

@Suite("NamedRows")
struct NamedRowsTests {
    private func counter(_ name: Text, row: Int) -> Counter {
        Counter(name: name, row: row, CounterUpdate(to: 1), at: .zero)
    }

    private func told(_ rows: NamedRows<Counter>) -> [String] {
        rows.elements.map { "\($0.name) \($0.row)" }
    }

    @Test("A new one takes the lowest row that is free; others keep theirs")
    func lowest() {
        var rows = NamedRows<Counter>()
        for name: Text in ["a", "b", "c", "d"] { rows.add { counter(name, row: $0) } }
        rows.remove(at: 2)
        rows.remove(at: 0)
        #expect(told(rows) == ["b 1", "d 3"])
        for name: Text in ["e", "f", "g"] { rows.add { counter(name, row: $0) } }
        #expect(told(rows) == ["e 0", "b 1", "f 2", "d 3", "g 4"])
    }

    @Test("There is a row for a name that has one, and for others while some are free")
    func limit() {
        var rows = NamedRows<Counter>()
        rows.add { counter("a", row: $0) }
        #expect(rows.hasRow(for: "b", pending: 0, limit: 2))
        #expect(!rows.hasRow(for: "b", pending: 1, limit: 2))
        #expect(rows.hasRow(for: "a", pending: 9, limit: 1))
    }

    @Test("Of what is restored into one row, or under one name, the first stays")
    func restoring() {
        let rows = NamedRows(restoring: [
            counter("a", row: 4), counter("b", row: 1), counter("c", row: 1), counter("b", row: 3),
        ])
        #expect(told(rows) == ["b 1", "a 4"])
    }
}
