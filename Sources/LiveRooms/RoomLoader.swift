package import Access
package import Dispatch
package import HTTPRouting
package import Journal
import RoomRuntime
import Settings
package import Texts
import Transport

/// Loads rooms from the journal into memory when a request or a stream needs them, and lets the callers wait.
///
/// Used only on the event loop's thread; it reads on another thread.
package final class RoomLoader: ResultReceiver {
    /// The result of reading a room. The reading thread keeps no reference to the room, so the loop's thread may use
    /// it.
    private struct Made: @unchecked Sendable {
        let name: Text
        /// Nil: the journal has no such room.
        let result: Result<LiveRoom?, JournalError>
    }

    /// A caller whose room has been read and whose call is due soon.
    private struct Served {
        let name: Text
        let body: (Problem?) -> Void
        let problem: Problem?
        /// The value of `Rooms.removals` when the room was read.
        let removals: UInt64
    }

    /// The maximum numbers of waiting callers for all rooms and for one room.
    private static let limit = 8192
    private static let roomLimit = 1024
    /// The number of callers that continue in one turn of the loop: to welcome a viewer takes as long as several sends.
    private static let goOnAtOnce = 64

    private let rooms: Rooms
    private let journal: Journal
    package let recovery: Recovery
    package let queue = DispatchQueue(label: "ovation.loading")
    private let made: Mailbox<Made>
    private let wake: @Sendable () -> Void
    /// Called with each loaded room before the callers that waited for it.
    package var loaded: (LiveRoom) -> Void = { _ in }
    private var waiting: [Text: [(Problem?) -> Void]] = [:]
    private var served: [Served] = []
    private var waitingCount = 0
    /// For rooms that have left memory, the part of the journal that must be written before the room can be read.
    private var marks: [Text: Journal.Mark] = [:]
    /// From this number on, the marks of written records are dropped.
    private static let manyMarks = 4096

    package init(
        rooms: Rooms, journal: Journal, recovery: Recovery, wake: @escaping @Sendable () -> Void
    ) {
        self.rooms = rooms
        self.journal = journal
        self.wake = wake
        self.recovery = recovery
        made = Mailbox(wake: wake)
    }

    /// True if no room is being loaded, and no caller waits for its turn.
    package var isIdle: Bool { waiting.isEmpty && served.isEmpty }

    /// Calls `body` once the room of this name is in memory, or known not to exist; at once if it is in memory. The
    /// problem says why the room can't be read, that too many callers wait, or why the caller's right has ended in the
    /// meantime.
    package func whenLoaded(
        _ name: Text, for admission: Admission, _ body: @escaping (Problem?) -> Void
    ) {
        whenLoaded(name) { body(admission.problem ?? $0) }
    }

    private func whenLoaded(_ name: Text, _ body: @escaping (Problem?) -> Void) {
        if rooms.existing(name) != nil { return body(nil) }
        guard waitingCount < Self.limit, waiting[name]?.count ?? 0 < Self.roomLimit else {
            return body(.tooManyQuestions)
        }
        waitingCount += 1
        if waiting[name] != nil {
            waiting[name]?.append(body)
            return
        }
        waiting[name] = [body]
        let beginning = rooms.beginning(of: name)
        let isToBeWritten = marks.removeValue(forKey: name).map { !journal.hasWritten($0) } ?? false
        queue.async { [journal, recovery, made] in
            if isToBeWritten { journal.settle() }
            made.put(Made(name: name, result: Self.read(name, beginning, journal, recovery)))
        }
    }

    /// Hands the journal the last records of a room that leaves memory.
    package func left(_ room: LiveRoom) {
        journal.write(room.records.take())
        guard let mark = journal.markUnlessWritten() else { return }
        if marks.count >= Self.manyMarks { marks = marks.filter { !journal.hasWritten($0.value) } }
        marks[room.name] = mark
    }

    private static func read(
        _ name: Text, _ beginning: Beginning, _ journal: Journal, _ recovery: Recovery
    ) -> Result<LiveRoom?, JournalError> {
        if let fault = journal.fault(of: name) { return .failure(fault) }
        do throws(JournalError) {
            return .success(try recovery.room(name, beginning: beginning))
        } catch {
            return .failure(error)
        }
    }

    /// Adds the rooms that have been read, and calls some of the waiting callers; it leaves the rest for the next call.
    package func deliver() {
        for made in made.takeAll() {
            let bodies = waiting.removeValue(forKey: made.name) ?? []
            let problem = add(made)
            served += bodies.map {
                Served(name: made.name, body: $0, problem: problem, removals: rooms.removals)
            }
        }
        let next = served.prefix(Self.goOnAtOnce)
        served.removeFirst(next.count)
        waitingCount -= next.count
        if !served.isEmpty { wake() }
        for one in next { goOn(one) }
    }

    private func goOn(_ one: Served) {
        // The room may have left memory since it was read.
        if one.problem == nil, one.removals != rooms.removals {
            whenLoaded(one.name, one.body)
        } else {
            one.body(one.problem)
        }
    }

    /// Adds a loaded room to memory; returns the problem if that fails.
    private func add(_ made: Made) -> Problem? {
        switch made.result {
        case .success(let room):
            guard rooms.existing(made.name) == nil, let room = room ?? rooms.provided(made.name)
            else { return nil }
            guard rooms.makePlace(for: made.name) else { return .tooManyRooms }
            rooms.add(room)
            loaded(room)
            return nil
        case .failure(let error): return .unreadable(error)
        }
    }
}
