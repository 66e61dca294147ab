public import Texts
public import Timeline

/// A text to show as a caption, with its slot, and the effect and times with which it appears.
public struct Caption: Hashable, Sendable {
    /// Not empty.
    public var text: Text
    public var slot: Text = "main"
    /// The ID and the name of the sender whom the text is about, so that moderators can block the caption; nil: it is about
    /// no sender.
    public var sender: Person?
    public var effect = Effect.typewriter
    /// The time that the text takes to appear.
    public var duration = Duration(seconds: 2)
    /// The time that the text then stands; nil: until the caption is replaced or deleted.
    public var hold: Duration? = Duration(seconds: 3)
    /// The time that the text takes to fade out.
    public var exit = Duration(seconds: 0.5)

    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// Characters rise into their line one after another.
        case typewriter
        /// Characters fade in at random times.
        case shine
        /// Characters start to fade in one after another and are complete together.
        case fade
        /// The whole text fills up like a vessel with water.
        case wave
    }

    public init(text: Text) {
        self.text = text
    }
}

extension Caption: Weighed {
    var byteEstimate: Int { 100 + slot.byteCount + text.byteCount + (sender?.byteEstimate ?? 0) }
}
