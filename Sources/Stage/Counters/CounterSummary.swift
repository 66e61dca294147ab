public import Texts

/// A counter on the stage.
public struct CounterSummary: Hashable, Sendable {
    public let name: Text
    public let text: Text
    public let value: Hundredths
}
