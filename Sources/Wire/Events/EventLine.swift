public import Stage
public import Texts
public import Timeline

/// One line of a room's history, with an event and its time, in the form that `simulate` reads.
public struct EventLine: Hashable, Sendable {
    /// The event's time, in room time.
    public let at: Instant
    /// The event's sequence number in the history; nil: the line's number.
    public let seq: Int64?
    /// The event's ID; nil: `e` and its sequence number.
    public let id: Text?
    public let action: Action

    public enum Action: Hashable, Sendable {
        case event(Event.Kind)
        /// A merge patch of the configuration at that time.
        case patch(JSON)
    }

    /// Reads `{"at": seconds, "type": …, "seq"?, "id"?, …}`; the other keys are those of the
    /// event's kind. Throws a `ContentError` that names every bad field.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .history) { reader in
            let at = reader.required("at") { $0.seconds("at", in: 0...1e9) }
            let seq = reader.integer("seq", in: 0...9_007_199_254_740_991).map(Int64.init)
            let id = reader.text("id", .id)
            // The key that sent the event matters only to the server that accepted it.
            _ = reader.text("by", .id)
            guard let action = reader.event(), let at else { return nil }
            return EventLine(at: .zero + at, seq: seq, id: id, action: action)
        }
    }

    /// Reads the keys of an event's kind, with `type`, but without time, number and ID.
    static func action(of json: JSON) throws(ContentError) -> Action {
        try ObjectReader.read(json, from: .history) { reader in
            _ = reader.text("by", .id)
            return reader.event()
        }
    }

    private init(at: Instant, seq: Int64?, id: Text?, action: Action) {
        self.at = at
        self.seq = seq
        self.id = id
        self.action = action
    }
}
