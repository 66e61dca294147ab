public import Stage
public import Texts

/// The shared part of reading JSON bodies that bring events. The file of each widget in `Widgets` reads its own bodies:
/// `EventBody.gift` is in `WidgetWire+Gifts.swift`.
///
/// Each function reads a whole document and throws a `ContentError` that names every wrong or
/// unknown field.
public enum EventBody {
    /// The event that a body asks for, with the ID that its sender gave it, if any.
    public struct Request: Hashable, Sendable {
        public let id: Text?
        public let kind: Event.Kind
    }

    /// Checks an ID that came outside the body; throws if it is not valid.
    public static func id(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("id", .string(text))]), from: .sender) {
            $0.text("id", .id)
        }
    }

    /// Reads a body that may have an ID and no other field.
    public static func bareID(_ json: JSON) throws(ContentError) -> Text? {
        try ObjectReader.read(json, from: .sender) { reader in .some(reader.text("id", .id)) }
    }

    /// Checks a name from a path; throws if it is not valid.
    static func name(_ text: Text) throws(ContentError) -> Text {
        try ObjectReader.read(.object([.init("name", .string(text))]), from: .sender) {
            $0.text("name", .name)
        }
    }

    /// Reads the body, without an ID, that updates the counter or goal `name`.
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
