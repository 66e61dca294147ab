public import Texts

/// A message whose speech an alert waits for.
public struct AwaitedSpeech: Hashable, Sendable {
    /// The ID of the event.
    public let event: Text
    public let message: Text
    /// The worth of the event, 0 to 10¹⁸.
    public let worth: Int64
}
