import Journal
import Texts
import Transport
import Wire

/// Settles what is settled of rooms beside their events. It holds once it is on disk.
///
/// Belongs to the loop's thread.
final class Standings {
    private let store: any StandingStore
    private let diskQueue: DiskQueue
    private let rooms: Rooms
    /// Called with a room that is suspended, whose streams are to be closed.
    private let suspended: (LiveRoom) -> Void
    private let renewal: Renewal<[StoredStanding]>
    /// What rooms will have once all that is on its way to the disk is there.
    private var wanted: [Text: (standing: Standing, count: Int)] = [:]

    init(
        store: any StandingStore, rooms: Rooms, wake: @escaping @Sendable () -> Void,
        suspended: @escaping (LiveRoom) -> Void
    ) throws {
        self.store = store
        self.suspended = suspended
        self.rooms = rooms
        diskQueue = DiskQueue(wake: wake)
        renewal = Renewal(wake: wake) { () throws(JournalError) in try store.standings() }
        for stored in try store.standings() { note(stored) }
    }

    var isIdle: Bool { diskQueue.count == 0 }

    func deliver() {
        diskQueue.deliver()
        renewal.deliver(isReady: isIdle) { found in
            let names = Set(found.map(\.room))
            for name in rooms.settled where !names.contains(name) { note(Standing(), of: name) }
            for stored in found { note(stored) }
        }
    }

    /// Reads anew what is settled: another server may have settled something.
    func renew() { renewal.begin() }

    private func note(_ stored: StoredStanding) {
        note(Standing(stored: stored.details), of: stored.room)
    }

    private func note(_ standing: Standing, of name: Text) {
        let provision = rooms.provision(name)
        guard provision.standing != standing else { return }
        provision.standing = standing
        if standing.suspension != nil { closeStreams(of: name) }
        rooms.settle(name)
    }

    private func closeStreams(of name: Text) {
        if let room = rooms.existing(name) { suspended(room) }
    }

    /// Changes what is settled of a room, and notes who did it. `completion` is called once that is on disk,
    /// or with what keeps it from there.
    func change(
        _ room: LiveRoom, noting entry: AuditEntry, _ change: (inout Standing) -> Void,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        if room.isBeingErased { throw .roomLeaving }
        let (name, provision) = (room.name, room.provision)
        var (standing, count) = wanted[name] ?? (room.standing, 0)
        change(&standing)
        count += 1
        wanted[name] = (standing, count)
        let kept = StoredStanding(
            room: name, details: Text(decoding: standing.stored.encoded))
        let put = { @Sendable [store, note = entry.note] () throws(JournalError) in
            try store.put(kept, noting: note)
        }
        diskQueue.run(put) { [unowned self, standing] error in
            wanted[name]?.count -= 1
            if wanted[name]?.count == 0 { wanted[name] = nil }
            completion(settle(name, provision, standing, error))
        }
    }

    private func settle(
        _ name: Text, _ provision: Provision, _ standing: Standing, _ error: JournalError?
    ) -> Problem? {
        // The room may have gone before this came to the disk.
        if provision.isLeaving {
            let remove = { @Sendable [store] () throws(JournalError) in
                try store.removeStanding(of: name)
            }
            diskQueue.run(remove) { _ in }
            return .roomLeaving
        }
        if let error { return .notKept(error) }
        // One that nobody used has been let go of meanwhile.
        rooms.provision(name).standing = standing
        if standing.suspension != nil { closeStreams(of: name) }
        rooms.settle(name)
        return nil
    }
}
