public import Stage
public import Texts

/// The bodies in which events arrive over HTTP; a widget's stand in its own file.
///
/// Each function reads a whole document and throws a `ContentError` that names every field that is
/// wrong or unknown.
public enum EventBody {
    /// What a body asks for, with the id its sender gave it, if any.
    public struct Request: Hashable, Sendable {
        public let id: Text?
        public let kind: Event.Kind
    }

    /// Checks an id that came beside a body; throws if it can't be one.
    public static func id(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("id", .string(text))]), from: .sender) {
            $0.text("id", .id)
        }
    }

    /// The id that a body gives which may have nothing else.
    public static func bareID(_ json: JSON) throws(ContentError) -> Text? {
        try ObjectReader.read(json, from: .sender) { reader in .some(reader.text("id", .id)) }
    }

    /// Checks a name that came in a path; throws if it can't be one.
    static func name(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("name", .string(text))]), from: .sender) {
            $0.text("name", .name)
        }
    }

    /// Reads what is set under a name: a body without an id.
    static func update(
        of name: Text, _ json: JSON, _ read: (inout ObjectReader) -> Event.Kind?
    ) throws(ContentError) -> Request {
        _ = try self.name(name)
        return try ObjectReader.read(json, from: .sender) { reader in
            read(&reader).map { Request(id: nil, kind: $0) }
        }
    }

    static func request(
        _ json: JSON, _ read: (inout ObjectReader) -> Event.Kind?
    ) throws(ContentError) -> Request {
        try ObjectReader.read(json, from: .sender) { reader in
            let id = reader.text("id", .id)
            return read(&reader).map { Request(id: id, kind: $0) }
        }
    }
}
