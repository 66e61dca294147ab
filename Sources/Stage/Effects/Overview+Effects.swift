public import Texts
public import Timeline

extension Overview {
    /// The effect that is shown.
    public var effect: ShownEffect? { room.effects.shownEffect }

    /// The effects that wait, the next one first.
    public var effectQueue: [WaitingEffect] { room.effects.waitingEffects(most) }

    public struct ShownEffect: Hashable, Sendable {
        /// The id of the gift's event.
        public let id: Text
        public let src: Text
        public let start: Instant
        /// When it is gone.
        public let end: Instant
    }

    public struct WaitingEffect: Hashable, Sendable {
        /// The id of the gift's event.
        public let id: Text
        public let sender: Text
        public let gift: Text
    }
}

extension Room {
    /// The files of the effects that come next; the first is needed first.
    public var upcomingFiles: [Text] { effects.upcomingFiles(3) }
}
