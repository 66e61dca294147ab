public import Stage
public import Texts

/// The JSON body of a request to create an access key. Its form is `{"role", "name"?, "expiresDays"?, "interact"?:
/// false, "pinned"?: false, "event"?, "source"?}`.
public struct KeyBody<Role: RawRepresentable<String> & CaseIterable & Sendable>: Sendable {
    public let role: Role
    /// Empty if the body has no name.
    public let name: Text
    public let expiresDays: Int?
    public let interacts: Bool
    public let isPinned: Bool
    /// The event that a key in an address triggers; nil for other keys.
    public let event: Event.Kind?
    /// The kind of the source that a key in an address posts to; nil for other keys.
    public var source: Text?

    /// The lifetimes in days that a key may have: up to ten years.
    public static var expiryDays: ClosedRange<Int> { 1...3650 }

    public init(
        role: Role, name: Text = "", expiresDays: Int? = nil, interacts: Bool = false,
        isPinned: Bool = false, event: Event.Kind? = nil, source: Text? = nil
    ) {
        self.role = role
        self.name = name
        self.expiresDays = expiresDays
        self.interacts = interacts
        self.isPinned = isPinned
        self.event = event
        self.source = source
    }

    /// Reads the body; throws a `ContentError` that names every wrong or unknown field.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            let role: Role? = reader.required("role") { $0.choice("role") }
            let name = reader.text("name", .name)
            let expiresDays = reader.integer("expiresDays", in: Self.expiryDays)
            let interacts = reader.flag("interact")
            let isPinned = reader.flag("pinned")
            let event = reader.preparedEvent("event")
            let source = reader.text("source", .name)
            return role.map {
                KeyBody(
                    role: $0, name: name ?? "", expiresDays: expiresDays,
                    interacts: interacts ?? false, isPinned: isPinned ?? false,
                    event: event, source: source)
            }
        }
    }
}

/// The body of a request to change a key: `{"name"?, "pinned"?}`.
public struct KeyChange: Sendable {
    /// nil leaves the value unchanged.
    public let name: Text?
    public let isPinned: Bool?

    /// Reads the body; throws a `ContentError` that names every wrong or unknown field.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            KeyChange(name: reader.text("name", .name), isPinned: reader.flag("pinned"))
        }
    }

    private init(name: Text?, isPinned: Bool?) {
        self.name = name
        self.isPinned = isPinned
    }
}
