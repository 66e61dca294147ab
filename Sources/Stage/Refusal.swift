import Texts

/// The reason why a room refuses an event, such as a full queue or a missing item. A refused event leaves the room
/// unchanged.
///
/// Each widget defines its refusals in its own folder.
public struct Refusal: Error, Hashable, Sendable {
    /// True if the event refers to content that is not there; false if there is no space for the
    /// event.
    public let isMissing: Bool
    private let words: Text

    /// The reason in words, for a person.
    public var explanation: String { words.string }

    static func full(_ words: Text) -> Refusal { Refusal(isMissing: false, words: words) }

    static func missing(_ words: Text) -> Refusal { Refusal(isMissing: true, words: words) }

    /// Refuses an event because the room takes the maximum memory, `limit` bytes.
    public static func roomFull(limit: Int) -> Refusal {
        .full("The room holds \(limit >> 20) MiB already.")
    }
}
