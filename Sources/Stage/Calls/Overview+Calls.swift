public import Texts

/// The calls in the overview of a room, which are those on the stage and those that wait.
extension Overview {
    /// The standing calls by slot, then the waiting calls in order.
    public var calls: [ShownCall] { room.calls.shown(most) }

    public struct ShownCall: Hashable, Sendable {
        public let id: Text
        public let name: Text
        /// nil for a waiting call.
        public let slot: Int?
    }
}
