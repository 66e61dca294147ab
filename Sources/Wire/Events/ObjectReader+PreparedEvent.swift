import Stage
import Texts

/// Reads an event that is stored without an ID, to be recorded later, perhaps often, such as by a trigger key.
extension ObjectReader {
    private static let preparable: [Text] = [
        "gift", "call", "notice", "caption", "deleteCaption", "counter", "deleteCounter", "goal",
        "deleteGoal",
        "control",
    ]

    /// Reads an event to apply later, perhaps often: `{"type", …}` with the keys of the history,
    /// but without an ID.
    mutating func preparedEvent(_ key: Text) -> Event.Kind? {
        guard let json = take(key) else { return nil }
        var reader = nested(json, at: key)
        defer { adopt(reader) }
        guard let type = reader.peek("type") else {
            reader.refuse("type", "is required")
            return nil
        }
        guard Self.preparable.contains(where: { type == .string($0) }) else {
            let types = Self.preparable.map(\.string).joined(separator: ", ")
            _ = reader.take("type")
            reader.refuse("type", "must be one of: \(types)")
            return nil
        }
        guard case .event(let kind)? = reader.event() else { return nil }
        return kind
    }
}
