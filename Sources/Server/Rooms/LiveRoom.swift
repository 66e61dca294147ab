import Stage
import Timeline

/// A room in the running server: the pure room, its clock, its history and who watches it.
///
/// Belongs to the loop's thread.
final class LiveRoom {
    let name: String
    private(set) var room: Room
    private let clock: RoomClock
    private var nextSeq: Int64 = 1
    let ledger = Ledger()
    let audience = Audience()
    /// Whether the director has the room among those that move.
    var isInMotion = false
    /// Tells a deadline that is still wanted from one that has been overtaken.
    var deadlineGeneration: UInt64 = 0

    init(name: String, configuration: Configuration, startedNanoseconds: UInt64) {
        self.name = name
        room = Room(configuration: configuration)
        clock = RoomClock(startedNanoseconds: startedNanoseconds)
    }

    // MARK: Time

    /// Performs everything due by `nanoseconds` of the monotonic clock.
    func advance(toNanoseconds nanoseconds: UInt64) {
        room.advance(to: clock.instant(atNanoseconds: nanoseconds))
    }

    /// When the room next changes by itself, in nanoseconds of the monotonic clock.
    var dueNanoseconds: UInt64? { room.due.flatMap(clock.nanoseconds(of:)) }

    // MARK: Events

    /// Applies an event to the room: the one place where a room changes from outside.
    func apply(
        _ kind: Event.Kind, id: String?, atNanoseconds nanoseconds: UInt64
    ) throws(Refusal) -> Receipt {
        let seq = nextSeq
        let id = id ?? EventID.random()
        let outcome = try room.apply(
            Event(seq: seq, id: id, kind: kind), at: clock.instant(atNanoseconds: nanoseconds))
        nextSeq += 1
        return Receipt(id: id, seq: seq, time: room.now, at: WallTime.now, outcome: outcome)
    }

    // MARK: Frames

    /// Samples the frame of the room's present.
    func frame() -> Frame {
        var frame = Frame()
        room.sample(into: &frame)
        return frame
    }

    /// Takes the room's present as the newest frame that viewers are to have.
    func refresh() {
        audience.frames.take { room.sample(into: &$0) }
    }
}
