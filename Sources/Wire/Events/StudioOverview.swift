public import Stage
import Texts
import Timeline

/// Writes the overview of a room as JSON for its studio. Entries are under their IDs, so that the changes of a second
/// make a small merge patch. No value is null.
public enum StudioOverview {
    /// Writes `{"held", "queueLength", "queueEnd"?, …}` and the state of each widget, with lists as
    /// objects by the first member of each entry. Times are room time in microseconds.
    ///
    /// `expected` has the instants at which waiting entries enter. Unknown instants are left out.
    public static func write(_ overview: Overview, expected: ExpectedEntries) -> [JSON.Member] {
        var members: [JSON.Member] = [
            .init("held", .bool(overview.isHeld)),
            .init("queueLength", .number(Double(overview.waiting.combos))),
        ]
        if case let end?? = expected.combos.last {
            members.append(.init("queueEnd", .number(Double(end.microseconds))))
        }
        let lists = WidgetWire.all.flatMap { $0.state(overview, expected) }
        return members + lists.map { .init($0.key, byID($0.value)) }
    }

    private static func byID(_ list: JSON) -> JSON {
        guard case .array(let entries) = list else { return list }
        return .object(
            entries.map { entry in
                let known = entry.members.filter { $0.value != .null }
                return .init(known[0].value.key, .object(Array(known.dropFirst())))
            })
    }
}

extension JSON {
    /// A string or number as the key of an object.
    fileprivate var key: Text {
        if case .string(let text) = self { text } else { Text(decoding: encoded) }
    }
}
