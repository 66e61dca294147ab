public import Journal
public import Texts

/// A source that has the same list of events for every room, and no room itself.
public struct ListedHistory: HistorySource {
    private let events: [StoredEvent]
    private let lives: [Text: StoredLife]

    /// `events` are in the order of their sequence numbers; `lives` are by event ID.
    public init(_ events: [StoredEvent], lives: [Text: StoredLife] = [:]) {
        self.events = events
        self.lives = lives
    }

    public func room(_ name: Text) throws(JournalError) -> StoredRoom? { nil }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        Array(events.filter { $0.seq > seq }.prefix(limit))
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        events.first { $0.id == id }
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? { lives[id] }
}
