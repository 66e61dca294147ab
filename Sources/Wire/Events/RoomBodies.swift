public import Texts

/// The body that suspends a room: `{"reason"?}`.
public struct SuspensionBody: Sendable {
    /// Empty where none was given.
    public let reason: Text

    /// Throws a `ContentError` that names every field that is wrong or unknown.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            SuspensionBody(reason: reader.text("reason", .name) ?? "")
        }
    }

    private init(reason: Text) {
        self.reason = reason
    }
}

/// The body that changes how a room is kept: `{"keepDays": 7}`, or null for as long as the server keeps
/// events.
public struct KeepingBody: Sendable {
    public let keepDays: Int?

    /// Throws a `ContentError` that names every field that is wrong or unknown. `most`: the days that the
    /// server keeps events.
    public init(_ json: JSON, most: Int) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            if reader.isNull("keepDays") { return KeepingBody(keepDays: nil) }
            let days: Int? = reader.required("keepDays") { $0.integer("keepDays", in: 1...most) }
            return days.map { KeepingBody(keepDays: $0) }
        }
    }

    private init(keepDays: Int?) {
        self.keepDays = keepDays
    }
}
