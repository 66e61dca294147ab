public import Stage
public import Texts

/// The bodies in which events arrive over HTTP.
///
/// Each function reads a whole document and throws a `ContentError` that names every field that is
/// wrong or unknown.
public enum EventBody {
    /// What a body asks for, with the id its sender gave it, if any.
    public struct Request: Hashable, Sendable {
        public let id: Text?
        public let kind: Event.Kind
    }

    /// `{"id"?, "sender"?, "gift", "count"?: 1, "test"?}`
    public static func gift(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.gift() }
    }

    /// `{"id"?, "user", "test"?}`
    public static func call(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.call() }
    }

    /// `{"to", "from"?, "duration"?, "easing"?, "format"?, "prefix"?, "suffix"?, "grouping"?}`
    public static func counter(_ json: JSON) throws(ContentError) -> CounterUpdate {
        try ObjectReader.read(json, from: .sender) { $0.counterUpdate() }
    }

    /// `{"id"?, "text", "slot"?, "effect"?, "duration"?, "hold"?, "exit"?, "test"?}`
    public static func caption(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.caption() }
    }

    /// `{"id"?, "to"}`: the place, from 1, that a combo which waits is to have.
    public static func place(_ json: JSON) throws(ContentError) -> (id: Text?, place: Int) {
        try ObjectReader.read(json, from: .sender) { reader in
            let id = reader.text("id", .id)
            return reader.place().map { (id, $0) }
        }
    }

    /// `{"action": "hold" | "resume" | "skip" | "clear" | "start", "of"?}`
    public static func control(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.control() }
    }

    /// Checks an id that came beside a body; throws where it can't be one.
    public static func id(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("id", .string(text))]), from: .sender) {
            $0.text("id", .id)
        }
    }

    /// Checks a name that came in a path; throws where it can't be one.
    public static func name(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("name", .string(text))]), from: .sender) {
            $0.text("name", .name)
        }
    }

    private static func request(
        _ json: JSON, _ read: (inout ObjectReader) -> Event.Kind?
    ) throws(ContentError) -> Request {
        try ObjectReader.read(json, from: .sender) { reader in
            let id = reader.text("id", .id)
            return read(&reader).map { Request(id: id, kind: $0) }
        }
    }
}
