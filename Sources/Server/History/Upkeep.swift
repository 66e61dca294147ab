import Dispatch
import Journal
import Texts
import Transport

/// What is done again and again: noting how far log time has come, handing the journal what has
/// gathered, and forgetting what is old.
final class Upkeep {
    /// A round of the rooms, and the commit after it, are over within a second.
    private static let sliceNanoseconds: UInt64 = 20_000_000
    static let slices: UInt64 = 45
    private static let roundNanoseconds = slices * sliceNanoseconds
    /// Forgetting goes in steps that no commit has to wait long for.
    private static let forgottenAtOnce = 500
    /// When to look again for what is old, if there was none, or no more.
    private static let forgettingNanoseconds: UInt64 = 10_000_000_000
    /// Between two steps if there is more.
    private static let pauseNanoseconds: UInt64 = 20_000_000

    private let rooms: Rooms
    private let journal: Journal
    private let log: any EventLog
    private let keepDays: Int
    /// Called with a room of which nothing is left.
    private let spent: (LiveRoom) -> Void
    /// Rooms that keep events for fewer days, whose turn to forget has yet to come in this round.
    private var shorter: [(room: Text, days: Int)] = []
    private let forgetting = DispatchQueue(label: "ovation.forgetting", qos: .utility)
    private let pruned: Mailbox<PruningResult>
    private var visits: LoopTimer!
    private var forgettings: LoopTimer!
    private var isForgetting = false
    /// Whether a room visited in the round under way goes on by itself.
    private var isAlive = false
    /// When the round under way begins.
    private var startNanoseconds = LoopTimer.now + roundNanoseconds
    private var slice: UInt64 = 0

    init(
        loop: EventLoop, rooms: Rooms, journal: Journal, log: any EventLog, keepDays: Int,
        wake: @escaping @Sendable () -> Void, spent: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        self.rooms = rooms
        self.spent = spent
        self.journal = journal
        self.log = log
        pruned = Mailbox(wake: wake)
        self.keepDays = keepDays
        visits = try loop.makeTimer { [unowned self] _ in visit() }
        forgettings = try loop.makeTimer { [unowned self] _ in forget() }
        visits.arm(atNanoseconds: startNanoseconds)
        forgettings.arm(atNanoseconds: startNanoseconds + Self.forgettingNanoseconds)
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

    // MARK: Forgetting

    private func forget() {
        guard !isForgetting else { return }
        isForgetting = true
        let (room, days) = shorter.last.map { ($0.room, $0.days) } ?? (nil, keepDays)
        forgetting.async { [log, pruned] in
            // A disk that can't be written shows in what the journal writes.
            let forgotten = try? log.prune(
                of: room, olderThan: Int64(days) * 86_400_000_000, limit: Self.forgottenAtOnce)
            pruned.put(forgotten ?? PruningResult())
        }
    }

    /// Takes what another thread has forgotten, and goes on if there is more.
    func deliver() {
        guard let forgotten = pruned.takeAll().last else { return }
        isForgetting = false
        for emptied in forgotten.emptied {
            rooms.existing(emptied.room)?.noteForgotten(upTo: emptied.seq)
        }
        // What no snapshot covers is forgotten once one does.
        for name in forgotten.uncovered {
            guard let room = rooms.existing(name) else { continue }
            room.addSnapshot()
            journal.write(room.takeRecords())
        }
        let isRoundOver = forgotten.isComplete && !takeNextTurn()
        let pause = isRoundOver ? Self.forgettingNanoseconds : Self.pauseNanoseconds
        forgettings.arm(atNanoseconds: LoopTimer.now + pause)
    }

    /// Whose turn it is to forget once one has: first all rooms', then those of rooms that keep events for
    /// fewer days, one by one. False at the end of a round.
    private func takeNextTurn() -> Bool {
        if shorter.isEmpty {
            shorter = rooms.keeping(fewerThan: keepDays)
        } else {
            shorter.removeLast()
        }
        return !shorter.isEmpty
    }
}
