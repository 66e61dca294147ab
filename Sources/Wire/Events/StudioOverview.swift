public import Stage
import Texts
import Timeline

/// What a room is doing, for a studio: things stand under their ids, so that what changes in a second
/// is a small merge patch. Nothing in it is null.
public enum StudioOverview {
    /// `{"held", "queueLength", "queueEnd"?, …}` and what each widget says of its state, its lists as
    /// objects by what comes first in an entry; times are room time in microseconds.
    ///
    /// `expected`: when what waits will enter. What is not known is left out.
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
    /// A word or number as the key of an object.
    fileprivate var key: Text {
        if case .string(let text) = self { text } else { Text(decoding: encoded) }
    }
}
