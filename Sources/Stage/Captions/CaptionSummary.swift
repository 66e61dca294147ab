public import Texts

/// One caption on the stage, in the overview of a room.
public struct CaptionSummary: Hashable, Sendable {
    /// The ID of the caption's event.
    public let id: Text
    public let slot: Text
    public let text: Text
}
