import Access
import Dispatch
package import Journal
package import LiveRooms
import RoomRuntime
import Texts
package import Transport

/// Deletes events that are older than the retention from the journal, in small steps.
///
/// Belongs to the event loop's thread; another thread writes to the disk.
package final class Forgetting: ResultReceiver {
    /// The number of events in a step. A commit waits for one step at most.
    private static let forgottenAtOnce = 500
    /// The pause after a round.
    private static let forgettingNanoseconds: UInt64 = 10_000_000_000
    /// The pause between the steps of a round.
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
    /// The rooms with a shorter retention that are still due in this round.
    private var shorter: [(room: Text, days: Int)] = []
    /// The number of rooms that are being loaded because of the last step.
    private var comingCount = 0
    /// The result of the last step, until its rooms are loaded.
    private var unfinished: PruningResult?

    /// Deletes the events that are older than `keepDays`, or older than their room keeps events.
    package init(
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
            // A failed write to the disk is not reported here, because the journal's own writes fail too.
            let forgotten = try? log.prune(
                of: room, olderThan: Int64(days) * 86_400_000_000, limit: Self.forgottenAtOnce)
            if let doubt = log.takeClockDoubt() { warn(doubt) }
            pruned.put(forgotten ?? PruningResult())
        }
    }

    /// No client waits for the removal of old events.
    package var isIdle: Bool { true }

    /// Handles the result of a step, and starts the next one.
    package func deliver() {
        guard let forgotten = pruned.takeAll().last else { return }
        isForgetting = false
        // Load a room that has no events left: it is erased if it has no other data either.
        for emptied in forgotten.emptied {
            load(emptied.room) { [rooms] in
                rooms.existing(emptied.room)?.recordForgotten(upTo: emptied.seq)
            }
        }
        // Old events that no snapshot covers can be deleted once the room has a new snapshot.
        for name in forgotten.uncovered {
            load(name) { [journal, rooms] in
                guard let records = rooms.existing(name)?.records else { return }
                records.addSnapshot()
                journal.write(records.take())
            }
        }
        goOn(after: forgotten)
    }

    private func load(_ name: Text, _ body: @escaping () -> Void) {
        comingCount += 1
        loader.whenLoaded(name, for: .server) { [unowned self] _ in
            comingCount -= 1
            body()
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

    /// Selects the events of the next step: first the events of all rooms, then the events of each room with
    /// a shorter retention. Returns false at the end of a round.
    private func takeNextTurn() -> Bool {
        if shorter.isEmpty {
            shorter = rooms.keeping(fewerThan: keepDays)
        } else {
            shorter.removeLast()
        }
        return !shorter.isEmpty
    }
}
