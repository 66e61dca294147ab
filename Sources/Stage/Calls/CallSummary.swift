public import Texts

/// A standing or waiting call.
public struct CallSummary: Hashable, Sendable {
    public let id: Text
    public let name: Text
    /// nil for a waiting call.
    public let slot: Int?
}
