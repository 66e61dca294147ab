public import Texts

/// A room's newest event, last deleted event and clock in a shared log.
public struct RoomPlace: Hashable, Sendable {
    /// The number of the newest event.
    public let seq: Int64
    /// The number of the last deleted event; 0 if all events are stored.
    public let forgottenSeq: Int64
    public let clock: RoomClock
    public let birthConfiguration: Text

    public init(seq: Int64, forgottenSeq: Int64, clock: RoomClock, birthConfiguration: Text) {
        self.seq = seq
        self.forgottenSeq = forgottenSeq
        self.clock = clock
        self.birthConfiguration = birthConfiguration
    }
}
