public import Texts

extension Overview {
    /// The calls that stand, by slot, then those that wait, in order.
    public var calls: [ShownCall] { room.calls.shown(most) }

    public struct ShownCall: Hashable, Sendable {
        public let id: Text
        public let name: Text
        /// nil: it waits.
        public let slot: Int?
    }
}
