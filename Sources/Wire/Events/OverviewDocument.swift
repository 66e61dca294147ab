public import Stage
import Texts
import Timeline

/// What a room is doing, as a JSON document: its time, and what each widget says.
public enum OverviewDocument {
    /// `expected`: when what waits will enter; times are room time in microseconds.
    public static func write(_ overview: Overview, expected: ExpectedEntries) -> JSON {
        .object(
            [.init("time", JSON(overview.time)), .init("held", .bool(overview.isHeld))]
                + WidgetWire.all.flatMap { $0.state(overview, expected) })
    }
}

extension JSON {
    /// What waits, each with its place, from 1, and when it will enter; null: not before somebody
    /// resumes, or further ahead than could be looked.
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
