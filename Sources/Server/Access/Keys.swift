import Journal
import Logging
import Platforms
import Texts
import Transport
import Wire

/// The keys there are: who comes with which, how they are made, changed and revoked.
///
/// A key holds once it is on disk. What its viewers have open ends with it. Belongs to the loop's
/// thread.
final class Keys {
    private(set) var ring = Keyring()
    let gate: Gate
    private let store: any KeyStore
    private let diskQueue: DiskQueue
    private let rooms: Rooms
    private let logger: Logger
    /// Called with a room whose viewers may count as visible from now on, or no longer.
    private let visibilityChanged: (LiveRoom) -> Void
    /// Called with the streams that were opened by keys which hold no longer.
    private let ended: ([Stream]) -> Void
    private var timer: LoopTimer!
    private var renewal: Renewal<[StoredKey]>!
    /// How many are on their way to the disk, by room.
    private var pending: [Text?: Int] = [:]
    /// Counts the removals of each key that are on their way to the disk. A change after a removal would
    /// write the key again.
    private var removals: [Text: Int] = [:]

    /// So many keys a room may have, and so many may be for every room.
    static let perRoom = 100
    private static let lookNanoseconds: UInt64 = 500_000_000

    /// The source of a hook key that names none.
    static let hookedSource = Source.hooked[0].kind

    /// `rooms` have been brought back.
    init(
        gate: Gate, store: any KeyStore, rooms: Rooms, loop: EventLoop, logger: Logger,
        wake: @escaping @Sendable () -> Void, visibilityChanged: @escaping (LiveRoom) -> Void,
        ended: @escaping ([Stream]) -> Void
    ) throws {
        self.ended = ended
        self.gate = gate
        self.store = store
        self.rooms = rooms
        self.logger = logger
        self.visibilityChanged = visibilityChanged
        diskQueue = DiskQueue(wake: wake)
        timer = try loop.makeTimer { [unowned self] _ in endExpired() }
        renewal = Renewal(wake: wake) { [store] () throws(JournalError) in try store.keys() }
        for stored in try store.keys() {
            if let grant = Grant(stored) { put(grant) }
        }
    }

    var isIdle: Bool { diskQueue.count == 0 }

    func deliver() {
        diskQueue.deliver()
        renewal.deliver(isReady: isIdle) { renew($0.compactMap(Grant.init)) }
    }

    /// Reads anew which keys there are: another server may have made or revoked some.
    func renew() { renewal.begin() }

    private func renew(_ grants: [Grant]) {
        let ids = Set(grants.map(\.id))
        for grant in ring.all where !ids.contains(grant.id) { drop(grant) }
        for grant in grants where ring.grant(id: grant.id) != grant { put(grant) }
    }

    /// Who sends a request; throws a 401 problem if the key it came with is none. `takesBasic`:
    /// whether HTTP Basic may carry the key, too.
    func caller(of request: Request, takesBasic: Bool = false) throws(Problem) -> Caller {
        let caller = gate.caller(request, ring, at: .now, takesBasic: takesBasic)
        guard let caller else { throw .unauthorized }
        return caller
    }

    // MARK: Making, changing, revoking

    private func new(_ wanted: KeyBody<Role>, for room: Text?, by maker: Caller) -> (Grant, Key) {
        let key = Key.random(wanted.role)
        let now = WallTime.now
        let grant = Grant(
            id: Key.randomDigits(Grant.idLength), digest: key.digest, role: wanted.role, room: room,
            name: wanted.name, created: now,
            expires: wanted.expiresDays.map {
                WallTime(microseconds: now.microseconds + Int64($0) * 86_400_000_000)
            },
            maker: maker.key, shown: wanted.role == .viewer ? key.text : nil,
            interacts: wanted.interacts, isPinned: wanted.isPinned, event: wanted.event,
            source: wanted.role == .hook ? wanted.source ?? Self.hookedSource : nil)
        return (grant, key)
    }

    /// Makes a key for a room, or with nil for every room.
    func create(
        _ wanted: KeyBody<Role>, for room: Text?, by maker: Caller,
        completion: @escaping (Result<(grant: Grant, key: Key), Problem>) -> Void
    ) throws(Problem) {
        guard ring.count(of: room) + pending[room, default: 0] < Self.perRoom else {
            throw .tooManyKeys
        }
        let place = room.map(rooms.provision)
        if place?.isBeingErased == true { throw .roomLeaving }
        place?.keyCount += 1
        pending[room, default: 0] += 1
        let (grant, key) = new(wanted, for: room, by: maker)
        put(grant, AuditEntry(.createKey, grant, by: maker)) { [unowned self] problem in
            pending[room, default: 1] -= 1
            place?.keyCount -= 1
            // The room's keys may have gone before this one came to the disk.
            if place?.isLeaving == true {
                let remove = { @Sendable [store] () throws(JournalError) in
                    try store.removeKey(id: grant.id, noting: nil)
                }
                diskQueue.run(remove) { _ in }
                return completion(.failure(.roomLeaving))
            }
            if let problem {
                if let room { rooms.settle(room) }
                return completion(.failure(problem))
            }
            put(grant)
            note("made", grant, by: maker)
            completion(.success((grant, key)))
        }
    }

    /// Makes a key at the start, while there is no loop yet.
    ///
    /// `willKeep` is called before it is kept.
    func createAtStart(
        _ wanted: KeyBody<Role>, for room: Text?, willKeep: (Key) throws -> Void = { _ in }
    ) throws -> Key {
        let (grant, key) = new(wanted, for: room, by: .trusted)
        try willKeep(key)
        let entry = AuditEntry(.createKey, grant, by: .trusted)
        try store.put(grant.stored, noting: entry.note)
        put(grant)
        return key
    }

    /// Renames a key of a room, or pins it.
    func change(
        _ id: Text, of room: Text, _ change: KeyChange, by changer: Caller,
        completion: @escaping (Result<Grant, Problem>) -> Void
    ) throws(Problem) {
        guard removals[id] == nil else { throw .noKey(id) }
        var grant = try grant(id, of: room)
        grant.name = change.name ?? grant.name
        if let isPinned = change.isPinned {
            guard grant.role == .viewer else { throw .onlyViewers("pinned") }
            grant.isPinned = isPinned
        }
        put(grant, AuditEntry(.changeKey, grant, by: changer)) {
            [unowned self, grant] problem in
            if let problem { return completion(.failure(problem)) }
            // Revoked in the meantime, it stays so.
            guard ring.grant(id: id) != nil else { return completion(.failure(.noKey(id))) }
            put(grant)
            note("changed", grant, by: changer)
            completion(.success(grant))
        }
    }

    /// Revokes a key of a room, or with nil any: from now on nobody is let in by it, and once it is gone
    /// from the disk `completion` is called.
    func revoke(
        _ id: Text, of room: Text?, by revoker: Caller,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let grant = try grant(id, of: room)
        let kept = AuditEntry(.revokeKey, grant, by: revoker).note
        let remove = { @Sendable [store] () throws(JournalError) in
            try store.removeKey(id: id, noting: kept)
        }
        removals[id, default: 0] += 1
        diskQueue.run(remove) { [unowned self] error in
            let left = removals[id, default: 1] - 1
            removals[id] = left > 0 ? left : nil
            if let error { return completion(.notKept(error)) }
            note("revoked", grant, by: revoker)
            drop(grant)
            completion(nil)
        }
    }

    /// Revokes all keys that stand in addresses of a source, one after the other.
    func revokeHooks(
        of source: Text, in room: Text, by revoker: Caller,
        completion: @escaping (Problem?) -> Void
    ) {
        let hook = ring.grants(of: room).first { $0.source == source }
        guard let hook else { return completion(nil) }
        do throws(Problem) {
            try revoke(hook.id, of: room, by: revoker) { [unowned self] problem in
                if let problem { return completion(problem) }
                revokeHooks(of: source, in: room, by: revoker, completion: completion)
            }
        } catch {
            completion(error)
        }
    }

    private func grant(_ id: Text, of room: Text?) throws(Problem) -> Grant {
        guard let grant = ring.grant(id: id), room == nil || grant.room == room else {
            throw .noKey(id)
        }
        return grant
    }

    private func put(
        _ grant: Grant, _ entry: AuditEntry, completion: @escaping (Problem?) -> Void
    ) {
        let put = {
            @Sendable [store, stored = grant.stored, note = entry.note]
            () throws(JournalError) in
            try store.put(stored, noting: note)
        }
        diskQueue.run(put) { completion($0.map(Problem.notKept)) }
    }

    private func note(_ what: String, _ grant: Grant, by caller: Caller) {
        logger.notice(
            "a key was \(what)",
            metadata: [
                "id": "\(grant.id)", "role": "\(grant.role)", "room": "\(grant.room ?? "")",
                "by": "\(caller.key ?? "")",
            ])
    }

    // MARK: What holds

    /// A key holds from now on.
    private func put(_ grant: Grant) {
        let isNew = ring.grant(id: grant.id) == nil
        ring.set(grant)
        if ring.nextExpiry != nil {
            timer.arm(
                atNanoseconds: LoopTimer.now + Self.lookNanoseconds,
                everyNanoseconds: Self.lookNanoseconds)
        }
        guard let name = grant.room else { return }
        let provision = rooms.provision(name)
        if isNew { provision.keyCount += 1 }
        var pinned = provision.pinnedKeys
        if grant.isPinned { pinned.insert(grant.id) } else { pinned.remove(grant.id) }
        pin(pinned, in: name)
    }

    /// A key holds no longer.
    private func drop(_ grant: Grant) {
        guard ring.remove(id: grant.id) != nil else { return }
        end([grant])
        guard let name = grant.room else { return }
        let provision = rooms.provision(name)
        provision.keyCount -= 1
        pin(provision.pinnedKeys.subtracting([grant.id]), in: name)
        rooms.settle(name)
    }

    /// All keys of a room have gone with it.
    func forget(room: Text) {
        for grant in ring.grants(of: room) { _ = ring.remove(id: grant.id) }
    }

    private func pin(_ pinned: Set<Text>, in name: Text) {
        let provision = rooms.provision(name)
        guard provision.pinnedKeys != pinned else { return }
        provision.pinnedKeys = pinned
        if let room = rooms.existing(name) { visibilityChanged(room) }
    }

    private func endExpired() {
        end(ring.takeExpired(at: .now))
        if ring.nextExpiry == nil { timer.disarm() }
    }

    /// Closes the streams that are open by these keys.
    private func end(_ grants: [Grant]) {
        guard !grants.isEmpty else { return }
        let ids = Set(grants.map(\.id))
        ended(
            rooms.streams.filter { stream in
                (stream.context as? any StreamClient)?.caller.key.map(ids.contains) ?? false
            })
    }
}
