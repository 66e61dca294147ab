import Journal
import Texts

/// The rooms that are being erased.
///
/// Belongs to the loop's thread. While its erasing is on the way to the disk a room takes no events;
/// once it is there the room is gone, and another of its name may begin, although the disk still has
/// some of it.
final class Erasures {
    private final class Erasure {
        let room: LiveRoom
        let erased: () -> Void
        var isErased = false
        /// Those who wait for the end, with the names of copies that remain.
        var completions: [(Result<[Text], JournalError>) -> Void] = []
        /// What waits for the room to begin anew; nil if it does not.
        var arrivals: [() -> Void]?

        init(_ room: LiveRoom, erased: @escaping () -> Void) {
            self.room = room
            self.erased = erased
        }
    }

    private let journal: Journal
    private var byTicket: [UInt64: Erasure] = [:]
    /// Counts down: events' tickets count up.
    private var nextTicket = UInt64.max

    init(journal: Journal) {
        self.journal = journal
    }

    var isEmpty: Bool { byTicket.isEmpty }

    /// Erases a room. `erased` is called when it is to be found no more, `completion` when nothing is left
    /// of it. Whoever asks for the same again waits for the same end.
    func begin(
        _ room: LiveRoom, erased: @escaping () -> Void,
        completion: @escaping (Result<[Text], JournalError>) -> Void
    ) {
        if let known = byTicket.values.first(where: { $0.room === room }) {
            known.completions.append(completion)
            return
        }
        let erasure = Erasure(room, erased: erased)
        erasure.completions = [completion]
        room.provision.isBeingErased = true
        write(erasure, room.name)
    }

    /// Erases a room that nobody would miss, which then begins anew: `erased` sees to that.
    func renew(_ room: LiveRoom, erased: @escaping () -> Void) {
        let erasure = Erasure(room, erased: erased)
        erasure.arrivals = []
        room.provision.isBeingErased = true
        write(erasure, room.name)
    }

    /// Has `arrival` called when a room that is being erased has begun anew. False, and it is not
    /// called, if it will not.
    func wait(for room: LiveRoom, _ arrival: @escaping () -> Void) -> Bool {
        let erasure = byTicket.values.first { $0.room === room && $0.arrivals != nil }
        erasure?.arrivals?.append(arrival)
        return erasure != nil
    }

    private func write(_ erasure: Erasure, _ name: Text) {
        byTicket[nextTicket] = erasure
        // What another server has recorded meanwhile is not erased as if nothing were left.
        journal.write([
            erasure.arrivals == nil
                ? .erase(room: name, ticket: nextTicket)
                : .eraseSpent(room: name, ticket: nextTicket)
        ])
        nextTicket -= 1
    }

    /// Goes on as the journal says of an erasing.
    func settle(_ verdict: Verdict) {
        guard let erasure = byTicket.removeValue(forKey: verdict.ticket) else { return }
        let room = erasure.room
        switch verdict.result {
        case .erased(let rest, let copies):
            if !erasure.isErased {
                (erasure.isErased, room.provision.isErased) = (true, true)
                erasure.erased()
                admit(erasure)
            }
            if let rest { return write(erasure, rest) }
            finish(erasure, .success(copies))
        case .failed(let error):
            if !erasure.isErased { room.provision.isBeingErased = false }
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
