import Texts

/// Why an event can't be taken. The room is as if it had never come.
///
/// A widget's refusals stand in its own folder.
public struct Refusal: Error, Hashable, Sendable {
    /// Whether the event speaks of something that is not there; otherwise it finds no room.
    public let isMissing: Bool
    private let words: Text

    /// What is wrong, for a person.
    public var explanation: String { words.string }

    static func full(_ words: Text) -> Refusal { Refusal(isMissing: false, words: words) }

    static func missing(_ words: Text) -> Refusal { Refusal(isMissing: true, words: words) }

    /// The room takes as much memory as a room may, `limit` bytes.
    public static func roomFull(limit: Int) -> Refusal {
        .full("The room holds \(limit >> 20) MiB already.")
    }
}
