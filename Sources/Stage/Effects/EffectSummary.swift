public import Texts
public import Timeline

/// The effect on the stage, in the overview of a room.
public struct EffectSummary: Hashable, Sendable {
    /// The ID of the gift's event.
    public let id: Text
    public let content: EffectMedia.Content
    public let start: Instant
    /// The instant at which the effect is gone.
    public let end: Instant
}

/// One waiting effect, in the overview of a room.
public struct WaitingEffectSummary: Hashable, Sendable {
    /// The ID of the gift's event.
    public let id: Text
    public let sender: Text
    public let gift: Text
}
