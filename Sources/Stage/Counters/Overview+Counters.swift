public import Texts

/// The counters on the stage, for the overview of a room.
extension Overview {
    /// The counters on the stage, in the order of their rows.
    public var counters: [ShownCounter] { room.counters.shown(at: room.now) }

    public struct ShownCounter: Hashable, Sendable {
        public let name: Text
        public let text: Text
        public let value: Hundredths
    }
}
