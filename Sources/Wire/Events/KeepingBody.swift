import Texts

/// The JSON body of a request to set how long a room keeps its events. Its form is `{"keepDays": 7}`, or null for as
/// long as the server keeps events.
public struct KeepingBody: Sendable {
    public let keepDays: Int?

    /// Reads the body; throws a `ContentError` that names every wrong or unknown field. `most`: the
    /// days that the server keeps events.
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
