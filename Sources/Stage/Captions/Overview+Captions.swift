public import Texts

extension Overview {
    /// The captions shown, by row.
    public var captions: [ShownCaption] { room.captions.shown }

    public struct ShownCaption: Hashable, Sendable {
        /// The id of the caption's event.
        public let id: Text
        public let slot: Text
        public let text: Text
    }
}
