public import Texts
public import Timeline

/// The effect on the stage and the waiting effects, for the overview of a room.
extension Overview {
    /// The effect on the stage.
    public var effect: ShownEffect? { room.effects.shownEffect }

    /// The waiting effects, the next first.
    public var effectQueue: [WaitingEffect] { room.effects.waitingEffects(most) }

    public struct ShownEffect: Hashable, Sendable {
        /// The ID of the gift's event.
        public let id: Text
        public let content: EffectMedia.Content
        public let start: Instant
        /// The instant at which the effect is gone.
        public let end: Instant
    }

    public struct WaitingEffect: Hashable, Sendable {
        /// The ID of the gift's event.
        public let id: Text
        public let sender: Text
        public let gift: Text
    }
}

extension Room {
    /// The files of the next three effects; the first file is needed first.
    public var upcomingFiles: [Text] { effects.upcomingFiles(3) }
}
