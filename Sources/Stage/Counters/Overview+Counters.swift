public import Texts

extension Overview {
    /// The counters, by row.
    public var counters: [ShownCounter] { room.counters.shown(at: room.now) }

    public struct ShownCounter: Hashable, Sendable {
        public let name: Text
        public let text: Text
        public let value: Hundredths
    }
}
