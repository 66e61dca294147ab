/// The captions on the stage, for the overview of a room.
extension Overview {
    /// The shown captions, in the order of their rows.
    public var captions: [CaptionSummary] { room.captions.shown }
}
