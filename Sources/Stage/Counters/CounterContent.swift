public import Texts

/// A counting label.
public struct CounterContent: Hashable, Sendable {
    public var text: Text
    public var value: Hundredths

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = CounterContent(text: "", value: Hundredths(0))
}
