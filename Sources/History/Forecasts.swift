import Glibc
package import HTTPRouting
import LiveRooms
package import RoomRuntime
package import Stage
import Synchronization
package import Texts
package import Transport

/// Computes on a background thread when the waiting items of a room will enter the stage.
///
/// Requests about a room share a forecast that has not begun. Rooms take turns. A forecast that has taken
/// `budgetNanoseconds` of processor time ends with the entries found by then, and it is dropped once no
/// request waits for it. Belongs to the event loop's thread.
package final class Forecasts: ResultReceiver {
    static let budgetNanoseconds: UInt64 = 20_000_000
    private static let turnNanoseconds: UInt64 = 2_000_000
    private static let limit = 256

    /// A request that waits for a forecast.
    package struct Asker: Hashable {
        fileprivate let look: UInt64
        fileprivate let number: UInt64
    }

    /// A forecast in progress of one room. Once it has begun, only the background thread changes it.
    private final class Look: Sendable {
        struct State {
            var room: Room
            var hasBegun = false
            var isWanted = true
            /// True if a request needs the document.
            var isWritten: Bool
        }
        let ticket: UInt64
        let state: Mutex<State>
        /// Writes the document of a forecast.
        let write: @Sendable (Forecast) -> [UInt8]

        init(
            ticket: UInt64, room: Room, isWritten: Bool,
            write: @escaping @Sendable (Forecast) -> [UInt8]
        ) {
            self.ticket = ticket
            state = Mutex(State(room: room, isWritten: isWritten))
            self.write = write
        }

        /// Replaces the room by a newer state; false if the forecast has begun already.
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
    /// The newest forecast of each room.
    private var newest: [Text: UInt64] = [:]
    private var askerCount = 0
    private var nextNumber: UInt64 = 0

    package init(
        wake: @escaping @Sendable () -> Void, write: @escaping @Sendable (Forecast) -> [UInt8]
    ) {
        results = Results(wake: wake)
        self.write = write
    }

    /// True if no request waits for a forecast.
    package var isIdle: Bool { waiting.isEmpty }

    /// Calls `body` with a room and the expected entry times of its queues; at once if the queues are empty. The
    /// forecast ends when the client abandons the exchange.
    package func forecast(
        _ timeline: RoomTimeline, isWritten: Bool, for exchange: Exchange,
        _ body: @escaping (Forecast) -> Void
    ) throws(Problem) {
        guard timeline.room.waitingCount > 0 else {
            return body(
                Forecast(room: timeline.room, entries: LookAhead(timeline.room).entries))
        }
        let asker = try ask(
            about: timeline.room, of: timeline.name, isWritten: isWritten, body)
        exchange.onAbandon { [unowned self] in leave(asker) }
    }

    /// Calls `reply` on this thread with a forecast of the room as it is now or later, and with its document
    /// if `isWritten`. Throws if too many requests wait.
    package func ask(
        about room: Room, of name: Text, isWritten: Bool, _ reply: @escaping (Forecast) -> Void
    ) throws(Problem) -> Asker {
        guard askerCount < Self.limit else { throw .tooManyQuestions }
        nextNumber += 1
        askerCount += 1
        if let ticket = newest[name],
            waiting[ticket]?.look.update(to: room, isWritten: isWritten) == true
        {
            waiting[ticket]!.askers[nextNumber] = reply
            return Asker(look: ticket, number: nextNumber)
        }
        let look = Look(
            ticket: nextNumber, room: room, isWritten: isWritten, write: write)
        waiting[look.ticket] = Waiting(
            look: look, name: name, askers: [nextNumber: reply])
        newest[name] = look.ticket
        Self.begin(look, on: thread, results)
        return Asker(look: look.ticket, number: nextNumber)
    }

    /// Drops a request whose client has disconnected.
    package func leave(_ asker: Asker) {
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

    /// Replies to the requests whose forecasts are complete.
    package func deliver() {
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

    /// Continues a forecast for one turn. If it is not complete then, the forecasts of other rooms have their
    /// turns first.
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

    /// The processor time that this thread has used.
    private static var processorNanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
