import Dispatch
import Journal
import Texts

/// Brings rooms from the journal when they are wanted. Whoever wants one waits until it is there.
///
/// Belongs to the loop's thread; reads on another.
final class RoomLoader {
    /// A room as the other thread has made it, which keeps nothing of it.
    private struct Made: @unchecked Sendable {
        let name: Text
        /// Nil: the journal has no such room.
        let result: Result<LiveRoom?, JournalError>
    }

    /// One whose room has been read, who goes on in a moment.
    private struct Served {
        let name: Text
        let body: (Problem?) -> Void
        let problem: Problem?
        /// How many rooms had gone when it was read.
        let removals: UInt64
    }

    /// So many may wait for rooms, and so many of them for one.
    private static let limit = 8192
    private static let roomLimit = 1024
    /// So many go on at once: to welcome a viewer takes as long as some sends.
    private static let goOnAtOnce = 64

    private let rooms: Rooms
    private let journal: Journal
    let recovery: Recovery
    let queue = DispatchQueue(label: "ovation.loading", qos: .userInitiated)
    private let made: Mailbox<Made>
    private let wake: @Sendable () -> Void
    private let loaded: (LiveRoom) -> Void
    private var waiting: [Text: [(Problem?) -> Void]] = [:]
    private var served: [Served] = []
    private var waitingCount = 0
    /// How much the journal has to have written before a room that has left can be read.
    private var marks: [Text: Journal.Mark] = [:]
    /// From so many on those are dropped that have been written.
    private static let manyMarks = 4096

    /// `loaded` is called with each room that has come, before those who waited for it go on.
    init(
        rooms: Rooms, journal: Journal, wake: @escaping @Sendable () -> Void,
        loaded: @escaping (LiveRoom) -> Void
    ) {
        self.rooms = rooms
        self.journal = journal
        self.wake = wake
        self.loaded = loaded
        recovery = Recovery(log: journal.log)
        made = Mailbox(wake: wake)
    }

    /// How many rooms are on their way, or wanted by somebody who has not gone on.
    var count: Int { waiting.count + served.count }

    /// Calls `body` once the room of this name is in memory if there is one: at once if it is. With a
    /// problem if the room can't be read, or if the right to go on has ended by then.
    func whenLoaded(
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

    /// A room leaves memory: hands the journal what it has not been told of it.
    func left(_ room: LiveRoom) {
        journal.write(room.takeRecords())
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

    /// Takes in the rooms that have been read, and has those go on who waited: some at once, the others
    /// when it is called again.
    func deliver() {
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
        // The room may have gone since.
        if one.problem == nil, one.removals != rooms.removals {
            whenLoaded(one.name, one.body)
        } else {
            one.body(one.problem)
        }
    }

    /// Has a room that was read be in memory; returns why it can't.
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
