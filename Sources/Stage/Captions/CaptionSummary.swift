public import Texts

/// A shown caption.
public struct CaptionSummary: Hashable, Sendable {
    /// The ID of the caption's event.
    public let id: Text
    public let slot: Text
    public let text: Text
}
