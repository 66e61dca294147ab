public import Texts

/// What is settled of a room beside its events, as a log keeps it. What its text means is its reader's
/// business.
public struct StoredStanding: Hashable, Sendable {
    public let room: Text
    public let details: Text

    public init(room: Text, details: Text) {
        self.room = room
        self.details = details
    }
}

/// Where that is kept. It goes with its room when that is erased.
public protocol StandingStore: Sendable {
    /// All there are.
    func standings() throws(JournalError) -> [StoredStanding]

    /// Keeps one, in the place of the room's last, and a note of it.
    func put(_ standing: StoredStanding, noting note: AuditNote) throws(JournalError)

    /// Forgets a room's.
    func removeStanding(of room: Text) throws(JournalError)
}
