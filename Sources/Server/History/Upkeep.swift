import Journal
import Transport

/// What is done again and again: noting how far log time has come, handing the journal what has
/// gathered, and letting rooms leave that nobody uses.
final class Upkeep {
    /// A round of the rooms, and the commit after it, are over within a second.
    private static let sliceNanoseconds: UInt64 = 20_000_000
    static let slices: UInt64 = 45
    private static let roundNanoseconds = slices * sliceNanoseconds

    private let rooms: Rooms
    private let journal: Journal
    /// Called with a room of which nothing is left.
    private let spent: (LiveRoom) -> Void
    private var visits: LoopTimer!
    private var departures: LoopTimer!
    /// Whether a room visited in the round under way goes on by itself.
    private var isAlive = false
    /// When the round under way begins.
    private var startNanoseconds = LoopTimer.now + roundNanoseconds
    private var slice: UInt64 = 0

    init(
        loop: EventLoop, rooms: Rooms, journal: Journal, spent: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        self.rooms = rooms
        self.spent = spent
        self.journal = journal
        visits = try loop.makeTimer { [unowned self] _ in visit() }
        departures = try loop.makeTimer { [unowned self] _ in letLeave() }
        visits.arm(atNanoseconds: startNanoseconds)
        departures.arm(atNanoseconds: startNanoseconds)
    }

    /// Visits the rooms of one slice; the loop serves others before the next.
    private func visit() {
        let now = LoopTimer.now
        if slice == 0 { rooms.visits.wake(atNanoseconds: now) }
        var records: [Record] = []
        for room in rooms.visits[slice] {
            if room.visit(atNanoseconds: now) { isAlive = true }
            records += room.takeRecords()
            rooms.rest(room, atNanoseconds: now)
        }
        journal.write(records)
        // One at a time: to erase a room empties the log beside the file.
        if let room = rooms.visits[slice].first(where: rooms.isSpent) { spent(room) }
        if let next = rooms.visits.next(after: slice), next < Self.slices {
            slice = next
        } else {
            slice = 0
            // How far log time has come is noted with whatever is written.
            if isAlive || rooms.visits.waitingCount > 0 { journal.write([.tick]) }
            isAlive = false
            startNanoseconds = max(startNanoseconds + Self.roundNanoseconds, now)
        }
        visits.arm(atNanoseconds: startNanoseconds + slice * Self.sliceNanoseconds)
    }

    /// So many rooms are looked at before the loop serves others, whether they leave memory.
    private static let departuresAtOnce = 100

    private func letLeave() {
        let now = LoopTimer.now
        let hasMore = rooms.letLeave(atNanoseconds: now, most: Self.departuresAtOnce)
        departures.arm(
            atNanoseconds: now + (hasMore ? Self.sliceNanoseconds : Self.roundNanoseconds))
    }
}
