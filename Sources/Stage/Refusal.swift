import Texts

/// The reason why a room refuses an event, such as a full queue or a missing item. A refused event leaves the room
/// unchanged.
///
/// Each widget defines its refusals in its own folder.
public struct Refusal: Error, Hashable, Sendable {
    private let fault: Fault
    private let words: Text

    public enum Fault: Hashable, Sendable {
        /// There is no space for the event.
        case full
        /// The event refers to content that is not there.
        case missing
        /// The room's settings do not allow the event.
        case conflict
        /// The event refers to content of another kind.
        case unsuitable
    }

    /// The reason in words, for a person.
    public var explanation: String { words.string }

    public var isFull: Bool { fault == .full }
    public var isMissing: Bool { fault == .missing }
    public var isConflict: Bool { fault == .conflict }
    public var isUnsuitable: Bool { fault == .unsuitable }

    static func full(_ words: Text) -> Refusal { Refusal(fault: .full, words: words) }

    static func missing(_ words: Text) -> Refusal { Refusal(fault: .missing, words: words) }

    static func conflict(_ words: Text) -> Refusal { Refusal(fault: .conflict, words: words) }

    static func unsuitable(_ words: Text) -> Refusal { Refusal(fault: .unsuitable, words: words) }

    /// Refuses an event because the room takes the maximum memory, `limit` bytes.
    public static func roomFull(limit: Int) -> Refusal {
        .full("The room holds \(limit >> 20) MiB already.")
    }
}
