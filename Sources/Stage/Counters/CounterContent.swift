public import Texts

/// The drawable content of a counter in a frame.
public struct CounterContent: Hashable, Sendable {
    public var text: Text
    public var value: Hundredths

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = CounterContent(text: "", value: Hundredths(0))
}
