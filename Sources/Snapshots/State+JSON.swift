import Stage
import Texts
import Wire

/// Converts a room's state to JSON and back, for snapshots.
extension JSONWriter {
    /// Writes a room's state as JSON.
    mutating func state(_ state: State) {
        switch state {
        case .flag(let flag): bool(flag)
        case .whole(let whole): integer(whole)
        case .number(let value): number(value)
        case .text(let text): string(text)
        case .list(let elements):
            list(elements, "[", "]") { writer, element in
                if let element { writer.state(element) } else { writer.raw("null") }
            }
        case .fields(let fields):
            list(fields, "{", "}") { writer, field in
                writer.string(field.key)
                writer.raw(":")
                writer.state(field.value)
            }
        }
    }
}

extension JSON {
    /// The state that this JSON value stands for; nil for null.
    var state: State? {
        switch self {
        case .null: nil
        case .bool(let flag): .flag(flag)
        case .number(let number): .number(number)
        case .string(let text): .text(text)
        case .array(let elements): .list(elements.map(\.state))
        case .object(let members):
            .fields(
                members.compactMap { member in member.value.state.map { .init(member.key, $0) } })
        }
    }
}
