public import Texts
public import Timeline

/// An event for the log to record, with the data for creating its room.
public struct NewEvent: Sendable {
    public let room: Text
    /// Unique in its room.
    public let id: Text
    /// The event's number in its room; nil: the next one.
    public let seq: Int64?
    /// The event's room time; nil: the time of the write.
    public let time: Instant?
    /// The content of the event, in a form that only the reader knows. Two events with the same ID are repeats if their
    /// bodies are equal.
    public let body: Text
    /// The time when the event arrived, in microseconds since 1970.
    public let wallMicroseconds: Int64
    /// The start of the room if this is its first event.
    public let birth: Birth
    /// For an event that sets a configuration, the number of the event that set the configuration it replaces; nil: the
    /// event sets none; negative: it may replace any. A shared log refuses the event as `overtaken` if another
    /// configuration is newer.
    public let basis: Int64?

    public struct Birth: Sendable {
        public let configuration: Text
        public let clock: RoomClock

        public init(configuration: Text, clock: RoomClock) {
            self.configuration = configuration
            self.clock = clock
        }
    }

    public init(
        room: Text, id: Text, seq: Int64? = nil, time: Instant? = nil, body: Text,
        wallMicroseconds: Int64, birth: Birth, basis: Int64? = nil
    ) {
        self.room = room
        self.id = id
        self.seq = seq
        self.time = time
        self.body = body
        self.wallMicroseconds = wallMicroseconds
        self.birth = birth
        self.basis = basis
    }
}
