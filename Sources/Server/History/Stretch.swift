import Journal
import Stage
import Texts

/// What the events of one stretch of a history come to. It can be read on: events only come after
/// those there are.
struct Stretch: Sendable {
    /// A stretch has the places `index` · `length` up to the next one's; one that was joined with those
    /// that follow has theirs as well.
    static let length: Int64 = 2048
    /// So long without an event ends a session.
    static let pauseMicroseconds: Int64 = 6 * 3_600_000_000

    /// Which event of the history this is: its place, its id and when it came.
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
    /// The earliest and the latest instant at which one of them came.
    private(set) var walls: ClosedRange<Int64>
    private(set) var tally = Tally()
    /// What came after the newest pause within it; nil: there is none.
    private(set) var rest: Tally?
    /// The first event after that pause.
    private(set) var restSeq: Int64?
    /// The stretch of the event that follows; nil: not known.
    var next: Int64?
    /// State carried over from earlier events.
    let before: TallyState
    /// State carried over to later events.
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

    /// Joins the stretch that follows to this one.
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

    /// How much it keeps.
    var shareCount: Int { tally.shareCount + (rest?.shareCount ?? 0) + state.streaks.count + 1 }
}
