import Dispatch
import Journal
import Texts
import Transport

/// Has the journal forget what is old, a little at a time.
///
/// Belongs to the loop's thread; the disk is written on another.
final class Forgetting {
    /// It goes in steps that no commit has to wait long for.
    private static let forgottenAtOnce = 500
    /// When to look again for what is old, if there was none, or no more.
    private static let forgettingNanoseconds: UInt64 = 10_000_000_000
    /// Between two steps if there is more.
    private static let pauseNanoseconds: UInt64 = 20_000_000

    private let rooms: Rooms
    private let loader: RoomLoader
    private let journal: Journal
    private let keepDays: Int
    private let warn: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "ovation.forgetting", qos: .utility)
    private let pruned: Mailbox<PruningResult>
    private var timer: LoopTimer!
    private var isForgetting = false
    /// Rooms that keep events for fewer days, whose turn has yet to come in this round.
    private var shorter: [(room: Text, days: Int)] = []
    /// How many rooms are still on their way to memory because of what was forgotten last.
    private var comingCount = 0
    /// What was forgotten last, while rooms are on their way because of it.
    private var unfinished: PruningResult?

    /// Events go that are older than `keepDays`, or than their room keeps any.
    init(
        loop: EventLoop, rooms: Rooms, loader: RoomLoader, journal: Journal, keepDays: Int,
        wake: @escaping @Sendable () -> Void, warn: @escaping @Sendable (String) -> Void
    ) throws(TransportError) {
        self.rooms = rooms
        self.loader = loader
        self.journal = journal
        self.keepDays = keepDays
        self.warn = warn
        pruned = Mailbox(wake: wake)
        timer = try loop.makeTimer { [unowned self] _ in forget() }
        timer.arm(atNanoseconds: LoopTimer.now + Self.forgettingNanoseconds)
    }

    private func forget() {
        guard !isForgetting else { return }
        isForgetting = true
        let (room, days) = shorter.last.map { ($0.room, $0.days) } ?? (nil, keepDays)
        queue.async { [log = journal.log, pruned, warn] in
            // A disk that can't be written shows in what the journal writes.
            let forgotten = try? log.prune(
                of: room, olderThan: Int64(days) * 86_400_000_000, limit: Self.forgottenAtOnce)
            if let doubt = log.takeClockDoubt() { warn(doubt) }
            pruned.put(forgotten ?? PruningResult())
        }
    }

    /// Takes what another thread has forgotten, and goes on if there is more.
    func deliver() {
        guard let forgotten = pruned.takeAll().last else { return }
        isForgetting = false
        // One that is not in memory comes, to be erased if nothing is left of it.
        for emptied in forgotten.emptied {
            load(emptied.room) { $0.noteForgotten(upTo: emptied.seq) }
        }
        // What no snapshot covers is forgotten once one does.
        for name in forgotten.uncovered {
            load(name) { [journal] room in
                room.addSnapshot()
                journal.write(room.takeRecords())
            }
        }
        goOn(after: forgotten)
    }

    private func load(_ name: Text, _ body: @escaping (LiveRoom) -> Void) {
        comingCount += 1
        loader.whenLoaded(name, for: .server) { [unowned self] _ in
            comingCount -= 1
            rooms.existing(name).map(body)
            if comingCount == 0, let forgotten = unfinished { goOn(after: forgotten) }
        }
    }

    private func goOn(after forgotten: PruningResult) {
        unfinished = comingCount == 0 ? nil : forgotten
        if unfinished != nil { return }
        let isRoundOver = forgotten.isComplete && !takeNextTurn()
        let pause = isRoundOver ? Self.forgettingNanoseconds : Self.pauseNanoseconds
        timer.arm(atNanoseconds: LoopTimer.now + pause)
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
