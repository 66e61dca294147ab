public import Texts

/// One counter on the stage, in the overview of a room.
public struct CounterSummary: Hashable, Sendable {
    public let name: Text
    public let text: Text
    public let value: Hundredths
}
