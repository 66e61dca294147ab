public import Texts

/// One call in the overview of a room, on the stage or waiting.
public struct CallSummary: Hashable, Sendable {
    public let id: Text
    public let name: Text
    /// nil for a waiting call.
    public let slot: Int?
}
