public import Stage
public import Texts

/// A room in the journal: its start, its clock and its newest snapshot, from which a replay can begin.
public struct StoredRoom: Sendable {
    public let name: Text
    /// The configuration document at the start of the stored history.
    public let birthConfiguration: Text
    public let clock: RoomClock
    /// The number of the last deleted event; 0 if all events are stored.
    public let forgottenSeq: Int64
    /// The time when the newest stored event arrived, in microseconds since 1970; nil if no event is stored.
    public var lastWallMicroseconds: Int64?
    /// The newest stored state, after the events up to `seq`; nil: replay from the beginning.
    public let snapshot: (seq: Int64, state: Room)?

    public init(
        name: Text, birthConfiguration: Text, clock: RoomClock, forgottenSeq: Int64,
        lastWallMicroseconds: Int64? = nil, snapshot: (seq: Int64, state: Room)?
    ) {
        self.name = name
        self.birthConfiguration = birthConfiguration
        self.clock = clock
        self.forgottenSeq = forgottenSeq
        self.lastWallMicroseconds = lastWallMicroseconds
        self.snapshot = snapshot
    }
}
