import Journal
import Stage
import Texts

/// The gift totals of one run of consecutive events in a room's history, from which longer totals are added up. Later
/// events can be added.
struct Stretch: Sendable {
    /// The number of places in a stretch. The stretch with the number `index` begins at the place `index` ·
    /// `length`. A joined stretch also has the places of the stretches that were appended to it.
    static let length: Int64 = 2048
    /// A pause of this length ends a session.
    static let pauseMicroseconds: Int64 = 6 * 3_600_000_000

    /// The identity of an event: its place, its ID and its arrival time.
    struct Mark: Hashable, Sendable {
        let seq: Int64
        let id: Text
        let wall: Int64

        init(_ event: StoredEvent) {
            seq = event.seq
            id = event.id
            wall = event.wallMicroseconds
        }
    }

    let first: Mark
    private(set) var last: Mark
    /// The earliest and the latest arrival time of its events, in microseconds since 1970.
    private(set) var walls: ClosedRange<Int64>
    private(set) var tally = Tally()
    /// The totals of the events after the last pause within the stretch; nil: there is no pause.
    private(set) var rest: Tally?
    /// The place of the first event after that pause.
    private(set) var restSeq: Int64?
    /// The number of the stretch that has the next event; nil: unknown.
    var next: Int64?
    /// The state after the events before the stretch.
    let before: TallyState
    /// The state after the last event of the stretch.
    private(set) var state: TallyState

    static func index(of seq: Int64) -> Int64 { seq / length }

    init(_ event: StoredEvent, after before: TallyState = TallyState()) throws {
        first = Mark(event)
        last = first
        walls = event.wallMicroseconds...event.wallMicroseconds
        self.before = before
        state = before
        try tally.add(event, in: &state)
    }

    mutating func add(_ event: StoredEvent) throws {
        let wall = event.wallMicroseconds
        if wall - last.wall >= Self.pauseMicroseconds { (rest, restSeq) = (Tally(), event.seq) }
        last = Mark(event)
        walls = min(walls.lowerBound, wall)...max(walls.upperBound, wall)
        var again = state
        try tally.add(event, in: &state)
        try rest?.add(event, in: &again)
    }

    /// Appends the following stretch to this one.
    mutating func append(_ later: Stretch) {
        let pause = later.first.wall - last.wall
        if later.rest != nil {
            (rest, restSeq) = (later.rest, later.restSeq)
        } else if pause >= Self.pauseMicroseconds {
            (rest, restSeq) = (later.tally, later.first.seq)
        } else {
            rest?.append(later.tally)
        }
        tally.append(later.tally)
        let (one, other) = (walls, later.walls)
        walls =
            min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
        (last, next, state) = (later.last, later.next, later.state)
    }

    /// The number of entries that the stretch keeps in memory.
    var shareCount: Int { tally.shareCount + (rest?.shareCount ?? 0) + state.streaks.count + 1 }
}
