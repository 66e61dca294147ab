public import Texts
public import Timeline

/// The effect on the stage, in the overview of a room.
public struct EffectSummary: Hashable, Sendable {
    /// The ID of the event that asked for it.
    public let id: Text
    public let content: EffectMedia.Content
    public let start: Instant
    /// The instant at which the effect is gone.
    public let end: Instant
}

/// One waiting effect, in the overview of a room.
public struct WaitingEffectSummary: Hashable, Sendable {
    /// The ID of the event that asked for it.
    public let id: Text
    public let sender: Text
    /// The gift's name; nil if the event has no gift.
    public let gift: Text?
}
