import Journal
import LiveRooms
import Stage
import Texts

/// The gift totals of a run of consecutive events in a room's history, which are cached and added up to longer totals.
struct TotalsSegment: Sendable {
    /// The number of places in a segment. The segment with the number `index` begins at the place `index` ·
    /// `length`. A joined segment also has the places of the segments that were appended to it.
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
    private(set) var tally = GiftTotals()
    /// The totals of the events after the last pause within the segment; nil: there is no pause.
    private(set) var rest: GiftTotals?
    /// The place of the first event after that pause.
    private(set) var restSeq: Int64?
    /// The number of the segment that has the next event; nil: unknown.
    var next: Int64?
    /// The state after the events before the segment.
    let before: TotalsState
    /// The state after the last event of the segment.
    private(set) var state: TotalsState

    static func index(of seq: Int64) -> Int64 { seq / length }

    init(_ event: StoredEvent, after before: TotalsState = TotalsState()) throws {
        first = Mark(event)
        last = first
        walls = event.wallMicroseconds...event.wallMicroseconds
        self.before = before
        state = before
        try tally.add(event, in: &state)
    }

    mutating func add(_ event: StoredEvent) throws {
        let wall = event.wallMicroseconds
        if wall - last.wall >= Self.pauseMicroseconds {
            (rest, restSeq) = (GiftTotals(), event.seq)
        }
        last = Mark(event)
        walls = min(walls.lowerBound, wall)...max(walls.upperBound, wall)
        var again = state
        try tally.add(event, in: &state)
        try rest?.add(event, in: &again)
    }

    /// Appends the following segment to this one.
    mutating func append(_ later: TotalsSegment) {
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

    /// The number of entries that the segment keeps in memory.
    var shareCount: Int { tally.shareCount + (rest?.shareCount ?? 0) + state.streaks.count + 1 }
}
