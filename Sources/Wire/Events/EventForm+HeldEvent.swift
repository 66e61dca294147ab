import Stage
import Texts

/// The JSON form of an event that waits for approval, with the events that the approval applies.
extension EventForm {
    static let hold = EventForm(
        "hold",
        read: { $0.hold() },
        write: { kind in
            guard case .hold(let hold) = kind else { return [] }
            return [
                .init("source", .string(hold.source)),
                .init("wall", .number(Double(hold.wallMicroseconds))),
                .init("events", .array(hold.kinds.map(JSON.init))),
            ]
        })
}

extension ObjectReader {
    /// The types that can be held (`main`), and the types that can accompany them.
    private static let main: Set<Text> = ["gift", "call", "caption", "notice"]
    private static let beside: Set<Text> = main.union(["counter"])
    /// A held event has up to three events. Earlier versions held all events of a delivery in one.
    private static let mostEvents = 5000

    fileprivate mutating func hold() -> Event.Kind? {
        let source = requiredText("source", .name)
        let wall = required("wall") { $0.integer("wall", in: 0...(1 << 53)) }
        guard case .array(let elements)? = require("events"),
            (1...Self.mostEvents).contains(elements.count)
        else {
            refuse("events", "must be a list of 1 to \(Self.mostEvents) events")
            return nil
        }
        var kinds: [Event.Kind] = []
        let list = nested(.object([]), at: "events")
        for (place, element) in elements.enumerated() {
            var reader = list.nested(element, at: Text("\(place)"))
            if let kind = reader.held(place == 0 ? Self.main : Self.beside) { kinds.append(kind) }
            adopt(reader)
        }
        guard let source, let wall, kinds.count == elements.count else { return nil }
        return .hold(HeldEvent(source: source, wallMicroseconds: Int64(wall), kinds: kinds))
    }

    private mutating func held(_ types: Set<Text>) -> Event.Kind? {
        guard case .string(let type)? = peek("type"), types.contains(type),
            case .event(let kind)? = event()
        else {
            refuse("type", "can't be held here")
            return nil
        }
        return kind
    }
}
