public import Stage
import Texts
import Timeline

/// Writes the overview of a room as a JSON document, with its time, and the content of each widget.
public enum OverviewDocument {
    /// Writes the document. `expected` has the instants at which waiting entries enter. Times are
    /// room time in microseconds.
    public static func write(_ overview: Overview, expected: ExpectedEntries) -> JSON {
        .object(
            [.init("time", JSON(overview.time)), .init("held", .bool(overview.isHeld))]
                + WidgetWire.all.flatMap { $0.state(overview, expected) })
    }
}

extension JSON {
    /// Returns waiting entries, each with its position, from 1, and the time at which it enters;
    /// null: it waits for a `resume`, or for longer than the forecast reaches.
    static func waiting(_ queue: [[Member]], _ expected: [Instant?]) -> [JSON] {
        zip(queue, expected).enumerated().map { index, entry in
            .object(
                entry.0 + [
                    Member("position", .number(Double(index + 1))),
                    Member("expectedAt", entry.1.map(JSON.init) ?? .null),
                ])
        }
    }

    fileprivate init(_ instant: Instant) {
        self = .number(Double(instant.microseconds))
    }
}
