import Glibc
import Stage
import Synchronization
import Texts

/// A room as it was, and when what waited in it was to enter the stage.
struct Forecast: Sendable {
    let room: Room
    let entries: ExpectedEntries
    /// Its document, if somebody asked for it.
    var document: [UInt8] = []
}

/// Looks ahead in rooms, beside the loop.
///
/// Whoever asks about a room shares a look that has not begun yet. Rooms take turns. A look ends with
/// what is known once it has taken `budgetNanoseconds` of the processor's time, and when nobody waits
/// for it any more. Belongs to the loop's thread.
final class Forecasts {
    static let budgetNanoseconds: UInt64 = 20_000_000
    private static let turnNanoseconds: UInt64 = 2_000_000
    private static let limit = 256

    /// Somebody who asked.
    struct Asker: Hashable {
        fileprivate let look: UInt64
        fileprivate let number: UInt64
    }

    /// A look at one room; the worker's once it has begun.
    private final class Look: Sendable {
        struct State {
            var room: Room
            var hasBegun = false
            var isWanted = true
            /// Whether anybody wants its document.
            var isWritten: Bool
        }
        let ticket: UInt64
        let state: Mutex<State>
        /// Writes the document.
        let write: @Sendable (Forecast) -> [UInt8]

        init(
            ticket: UInt64, room: Room, isWritten: Bool,
            write: @escaping @Sendable (Forecast) -> [UInt8]
        ) {
            self.ticket = ticket
            state = Mutex(State(room: room, isWritten: isWritten))
            self.write = write
        }

        /// Has the look begin at `room`, which is newer; false if it has begun already.
        func update(to room: Room, isWritten: Bool) -> Bool {
            state.withLock { state in
                if state.hasBegun { return false }
                state.room = room
                state.isWritten = state.isWritten || isWritten
                return true
            }
        }

        var isWritten: Bool { state.withLock { $0.isWritten } }

        func begin() -> Room {
            state.withLock { state in
                state.hasBegun = true
                return state.room
            }
        }

        var isWanted: Bool { state.withLock { $0.isWanted } }

        func giveUp() { state.withLock { $0.isWanted = false } }
    }

    private struct Waiting {
        let look: Look
        let name: Text
        var askers: [UInt64: (Forecast) -> Void] = [:]
    }

    private typealias Results = Mailbox<(ticket: UInt64, forecast: Forecast)>

    private let thread = BackgroundThread(name: "forecasts")
    private let results: Results
    private let write: @Sendable (Forecast) -> [UInt8]
    private var waiting: [UInt64: Waiting] = [:]
    /// The newest look at each room.
    private var newest: [Text: UInt64] = [:]
    private var askerCount = 0
    private var nextNumber: UInt64 = 0

    init(wake: @escaping @Sendable () -> Void, write: @escaping @Sendable (Forecast) -> [UInt8]) {
        results = Results(wake: wake)
        self.write = write
    }

    /// Whether nobody waits for a forecast.
    var isIdle: Bool { waiting.isEmpty }

    /// Calls `reply` on this thread with a forecast of the room as it is now or later, and with its
    /// document if it `isWritten`.
    func ask(
        about room: LiveRoom, isWritten: Bool, _ reply: @escaping (Forecast) -> Void
    ) throws(Problem) -> Asker {
        guard askerCount < Self.limit else { throw .tooManyQuestions }
        nextNumber += 1
        askerCount += 1
        if let ticket = newest[room.name],
            waiting[ticket]?.look.update(to: room.room, isWritten: isWritten) == true
        {
            waiting[ticket]!.askers[nextNumber] = reply
            return Asker(look: ticket, number: nextNumber)
        }
        let look = Look(
            ticket: nextNumber, room: room.room, isWritten: isWritten, write: write)
        waiting[look.ticket] = Waiting(
            look: look, name: room.name, askers: [nextNumber: reply])
        newest[room.name] = look.ticket
        Self.begin(look, on: thread, results)
        return Asker(look: look.ticket, number: nextNumber)
    }

    /// Somebody who asked has gone.
    func leave(_ asker: Asker) {
        guard waiting[asker.look]?.askers.removeValue(forKey: asker.number) != nil else { return }
        askerCount -= 1
        guard let left = waiting[asker.look], left.askers.isEmpty else { return }
        left.look.giveUp()
        end(asker.look)
    }

    private func end(_ ticket: UInt64) {
        guard let ended = waiting.removeValue(forKey: ticket) else { return }
        if newest[ended.name] == ticket { newest[ended.name] = nil }
    }

    /// Replies with what has been seen.
    func deliver() {
        for (ticket, forecast) in results.takeAll() {
            let askers = waiting[ticket]?.askers ?? [:]
            end(ticket)
            askerCount -= askers.count
            for reply in askers.values { reply(forecast) }
        }
    }

    // MARK: The worker

    private static func begin(_ look: Look, on thread: BackgroundThread, _ results: Results) {
        thread.run {
            guard look.isWanted else { return }
            let room = look.begin()
            go(on: LookAhead(room), at: room, for: look, taken: 0, thread, results)
        }
    }

    /// Looks on for a turn, and has the others have theirs before the next.
    private static func go(
        on ahead: LookAhead, at room: Room, for look: Look, taken: UInt64,
        _ thread: BackgroundThread, _ results: Results
    ) {
        var ahead = ahead
        let start = processorNanoseconds
        let isDone = ahead.run { processorNanoseconds - start < turnNanoseconds }
        let taken = taken + processorNanoseconds - start
        guard look.isWanted else { return }
        if isDone || taken >= budgetNanoseconds {
            var forecast = Forecast(room: room, entries: ahead.entries)
            if look.isWritten { forecast.document = look.write(forecast) }
            results.put((look.ticket, forecast))
            return
        }
        thread.run { [ahead] in
            go(on: ahead, at: room, for: look, taken: taken, thread, results)
        }
    }

    /// What this thread has had of the processor.
    private static var processorNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
