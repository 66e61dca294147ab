package import Journal
package import RoomRuntime
package import Texts

/// Erases whole rooms from the journal, for example when a client deletes one.
///
/// While the erasure is on its way to the disk the room accepts no events. After that the room does not exist any more
/// and a new room may take its name, although the disk still holds some of the old data. Used only on the event loop's
/// thread.
package final class Erasures {
    private final class Erasure {
        let room: RoomResidency
        let erased: () -> Void
        var isErased = false
        /// Called at the end, with the names of copies of the log that may still hold the room.
        var completions: [(Result<[Text], JournalError>) -> Void] = []
        /// Callers that wait until the room starts over; nil if it does not start over.
        var arrivals: [() -> Void]?

        init(_ room: RoomResidency, erased: @escaping () -> Void) {
            self.room = room
            self.erased = erased
        }
    }

    private let journal: Journal
    private var byTicket: [UInt64: Erasure] = [:]
    /// Erasures count down from the maximum, because the tickets of events count up from 1.
    private var nextTicket = UInt64.max

    package init(journal: Journal) {
        self.journal = journal
    }

    package var isEmpty: Bool { byTicket.isEmpty }

    /// Erases a room. Calls `erased` once the room can't be found any more, and `completion` once all its data is
    /// deleted. A second call for the same room waits for the same end.
    package func begin(
        _ room: RoomResidency, erased: @escaping () -> Void,
        completion: @escaping (Result<[Text], JournalError>) -> Void
    ) {
        if let known = byTicket.values.first(where: { $0.room === room }) {
            known.completions.append(completion)
            return
        }
        let erasure = Erasure(room, erased: erased)
        erasure.completions = [completion]
        room.registration.isBeingErased = true
        write(erasure, room.name)
    }

    /// Erases a room that has no content left, and lets it start over: `erased` must reset it.
    package func renew(_ room: RoomResidency, erased: @escaping () -> Void) {
        let erasure = Erasure(room, erased: erased)
        erasure.arrivals = []
        room.registration.isBeingErased = true
        write(erasure, room.name)
    }

    /// Calls `arrival` once a room that is being erased has started over. Returns false, and never calls it, if the
    /// room does not start over.
    package func wait(for room: RoomResidency, _ arrival: @escaping () -> Void) -> Bool {
        let erasure = byTicket.values.first { $0.room === room && $0.arrivals != nil }
        erasure?.arrivals?.append(arrival)
        return erasure != nil
    }

    private func write(_ erasure: Erasure, _ name: Text) {
        byTicket[nextTicket] = erasure
        // `eraseSpent` fails if an event was recorded in the meantime.
        journal.write([
            erasure.arrivals == nil
                ? .erase(room: name, ticket: nextTicket)
                : .eraseSpent(room: name, ticket: nextTicket)
        ])
        nextTicket -= 1
    }

    /// Continues an erasure after the journal's answer.
    package func settle(_ verdict: Verdict) {
        guard let erasure = byTicket.removeValue(forKey: verdict.ticket) else { return }
        let room = erasure.room
        switch verdict.result {
        case .erased(let rest, let copies):
            if !erasure.isErased {
                (erasure.isErased, room.registration.isErased) = (true, true)
                erasure.erased()
                admit(erasure)
            }
            if let rest { return write(erasure, rest) }
            finish(erasure, .success(copies))
        case .failed(let error):
            if !erasure.isErased { room.registration.isBeingErased = false }
            admit(erasure)
            finish(erasure, .failure(error))
        case .recorded, .known, .unknown, .overtaken, .unsure: break
        }
    }

    private func admit(_ erasure: Erasure) {
        let arrivals = erasure.arrivals ?? []
        erasure.arrivals = nil
        for arrival in arrivals { arrival() }
    }

    private func finish(_ erasure: Erasure, _ result: Result<[Text], JournalError>) {
        for completion in erasure.completions { completion(result) }
    }
}
