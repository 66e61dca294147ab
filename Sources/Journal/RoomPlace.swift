public import Texts

/// How far a room has come in a shared log.
public struct RoomPlace: Hashable, Sendable {
    /// The newest event's place.
    public let seq: Int64
    /// The place of the last event that was forgotten.
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
