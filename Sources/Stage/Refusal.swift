import Texts

/// The reason why a room refuses an event, such as a full queue or a missing item. A refused event leaves the room
/// unchanged.
///
/// Each widget defines its refusals in its own folder.
public struct Refusal: Error, Hashable, Sendable {
    public let cause: Cause
    private let words: Text

    public enum Cause: Hashable, Sendable {
        /// There is no space for the event.
        case full
        /// The event refers to content that is not there.
        case missing
        /// The event refers to content of another kind.
        case unsuitable
    }

    public var isMissing: Bool { cause == .missing }

    /// The reason in words, for a person.
    public var explanation: String { words.string }

    static func full(_ words: Text) -> Refusal { Refusal(cause: .full, words: words) }

    static func missing(_ words: Text) -> Refusal { Refusal(cause: .missing, words: words) }

    static func unsuitable(_ words: Text) -> Refusal { Refusal(cause: .unsuitable, words: words) }

    /// Refuses an event because the room takes the maximum memory, `limit` bytes.
    public static func roomFull(limit: Int) -> Refusal {
        .full("The room holds \(limit >> 20) MiB already.")
    }
}
