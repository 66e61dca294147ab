public import Texts
public import Timeline

/// The drawable content of a counter in a frame.
public struct CounterContent: Hashable, Sendable {
    public var text: Text
    /// The number; of a clock, the seconds in the text.
    public var value: Hundredths
    /// True while a clock is at 0.
    public var ended: Bool
    /// The instant at which a clock came to 0; nil if it is not there, or was set to 0.
    public var endedAt: Instant?
    /// The seconds that were last added to a clock; nil if none were.
    public var added: Double?
    /// The sender's name; nil if no name is shown.
    public var addedBy: Text?
    public var addedAt: Instant?

    public init(
        text: Text, value: Hundredths, ended: Bool = false, endedAt: Instant? = nil,
        added: Double? = nil, addedBy: Text? = nil, addedAt: Instant? = nil
    ) {
        self.text = text
        self.value = value
        self.ended = ended
        self.endedAt = endedAt
        self.added = added
        self.addedBy = addedBy
        self.addedAt = addedAt
    }

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = CounterContent(text: "", value: Hundredths(0))
}
