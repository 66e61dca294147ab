public import Texts

extension Overview {
    /// The shown captions, by row.
    public var captions: [ShownCaption] { room.captions.shown }

    public struct ShownCaption: Hashable, Sendable {
        /// The ID of the caption's event.
        public let id: Text
        public let slot: Text
        public let text: Text
    }
}
