public import Texts

/// The JSON body of a request to suspend a room: `{"reason"?}`.
public struct SuspensionBody: Sendable {
    /// Empty if the body has no reason.
    public let reason: Text

    /// Reads the body; throws a `ContentError` that names every wrong or unknown field.
    public init(_ json: JSON) throws(ContentError) {
        self = try ObjectReader.read(json, from: .sender) { reader in
            SuspensionBody(reason: reader.text("reason", .name) ?? "")
        }
    }

    private init(reason: Text) {
        self.reason = reason
    }
}
