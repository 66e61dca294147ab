public import Texts

/// The captions on the stage, for the overview of a room.
extension Overview {
    /// The shown captions, in the order of their rows.
    public var captions: [ShownCaption] { room.captions.shown }

    public struct ShownCaption: Hashable, Sendable {
        /// The ID of the caption's event.
        public let id: Text
        public let slot: Text
        public let text: Text
    }
}
