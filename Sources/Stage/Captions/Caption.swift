public import Texts
public import Timeline

/// A text that appears character by character.
public struct Caption: Hashable, Sendable {
    /// Not empty.
    public var text: Text
    public var slot: Text = "main"
    public var effect = Effect.typewriter
    /// How long it takes to appear.
    public var duration = Duration(seconds: 2)
    /// How long it then stands; nil: until it is replaced or deleted.
    public var hold: Duration? = Duration(seconds: 3)
    /// How long it takes to fade out.
    public var exit = Duration(seconds: 0.5)

    public enum Effect: String, Hashable, Sendable, CaseIterable {
        /// Characters rise into their line one after another.
        case typewriter
        /// Characters fade in at times drawn by lot.
        case shine
        /// Characters fade in from the first to the last, all whole at once.
        case fade
        /// The whole text fills like a vessel.
        case wave
    }

    public init(text: Text) {
        self.text = text
    }
}

extension Caption: Weighed {
    var byteEstimate: Int { 100 + slot.byteCount + text.byteCount }
}
