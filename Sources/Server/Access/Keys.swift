import HTTPRouting
import Journal
import Logging
import Platforms
import Texts
import Transport
import Wire

/// Creates, changes and revokes the server's access keys, and finds the client that a key belongs to.
///
/// A key is valid once the log has it. The streams of its clients end with it. Belongs to the event loop's
/// thread.
final class Keys: SettingsFollower {
    private(set) var ring = Keyring()
    let gate: Gate
    private let settings: Settings
    private let rooms: Rooms
    private let logger: Logger
    /// Called with a room whose viewers may count as visible from now on, or no longer.
    private let visibilityChanged: (LiveRoom) -> Void
    /// Called with the streams of keys that are no longer valid.
    private let ended: ([Stream]) -> Void
    private var timer: LoopTimer!
    /// The number of new keys on their way to the log, by room.
    private var pending: [Text?: Int] = [:]

    /// The largest number of keys of a room, and of keys for every room.
    static let perRoom = 100
    private static let lookNanoseconds: UInt64 = 500_000_000
    private static let prefix: Text = "key/"

    /// The source of a hook key that names none.
    static let hookedSource = Source.hooked[0].kind

    init(
        gate: Gate, settings: Settings, rooms: Rooms, loop: EventLoop, logger: Logger,
        visibilityChanged: @escaping (LiveRoom) -> Void, ended: @escaping ([Stream]) -> Void
    ) throws {
        self.ended = ended
        self.gate = gate
        self.settings = settings
        self.rooms = rooms
        self.logger = logger
        self.visibilityChanged = visibilityChanged
        timer = try loop.makeTimer { [unowned self] _ in endExpired() }
        for setting in settings.all(beginningWith: Self.prefix) {
            settingChanged(setting.name, of: setting.room)
        }
        settings.add(self)
    }

    /// Returns the sender of a request. Throws a 401 problem if its key is not valid, and a 503 problem if the key is
    /// unknown and this server may not have heard of it yet.
    ///
    /// - Parameter takesBasic: Whether HTTP Basic may carry the key.
    func caller(of request: Request, takesBasic: Bool = false) throws(Problem) -> Caller {
        let caller = gate.caller(request, ring, at: .now, takesBasic: takesBasic)
        guard let caller else { throw settings.isFresh ? .unauthorized : .stale }
        return caller
    }

    /// True while the key of an admitted caller is valid, and for a caller without a key.
    func hold(_ caller: Caller) -> Bool {
        caller.key.map { ring.grant(id: $0)?.isCurrent(at: .now) ?? false } ?? true
    }

    // MARK: Creating, changing and revoking

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

    /// Creates a key for a room, or with nil for every room.
    func create(
        _ wanted: KeyBody<Role>, for room: Text?, by maker: Caller,
        completion: @escaping (Result<(grant: Grant, key: Key), Problem>) -> Void
    ) throws(Problem) {
        guard ring.count(of: room) + pending[room, default: 0] < Self.perRoom else {
            throw .tooManyKeys
        }
        pending[room, default: 0] += 1
        let (grant, key) = new(wanted, for: room, by: maker)
        do throws(Problem) {
            try settings.change(
                room, [.init(Grant.setting(grant.id), .put(grant.stored), basis: settings.version)],
                needed: grant.source.map { [SourceSetting.name($0)] } ?? [],
                noting: AuditEntry(.createKey, grant, by: maker).note,
                missing: grant.source.map(Problem.noSource) ?? .noKey(grant.id)
            ) { [unowned self] problem in
                pending[room, default: 1] -= 1
                if let problem { return completion(.failure(problem)) }
                note("made", grant, by: maker)
                completion(.success((grant, key)))
            }
        } catch {
            pending[room, default: 1] -= 1
            throw error
        }
    }

    /// Creates a key at the start, before the loop runs. `willKeep` is called before the key is stored.
    func createAtStart(
        _ wanted: KeyBody<Role>, for room: Text?, willKeep: (Key) throws -> Void = { _ in }
    ) throws -> Key {
        let (grant, key) = new(wanted, for: room, by: .trusted)
        try willKeep(key)
        try settings.changeAtStart(
            room, [.init(Grant.setting(grant.id), .put(grant.stored), basis: nil)],
            noting: AuditEntry(.createKey, grant, by: .trusted).note)
        return key
    }

    /// The version of a key's settings.
    func version(_ grant: Grant) -> Int64 {
        let names = [Grant.setting, Grant.nameSetting, Grant.pinSetting].map { $0(grant.id) }
        return settings.version(of: names, in: grant.room)
    }

    /// Renames a key of a room, or pins it.
    func change(
        _ id: Text, of room: Text, _ change: KeyChange, basis: Int64?, by changer: Caller,
        completion: @escaping (Result<Grant, Problem>) -> Void
    ) throws(Problem) {
        let grant = try grant(id, of: room)
        var writes: [SettingsChange.Write] = []
        if let name = change.name {
            writes.append(.init(Grant.nameSetting(id), .put(name), basis: settings.version))
        }
        if let isPinned = change.isPinned {
            guard grant.role == .viewer else { throw .onlyViewers("pinned") }
            writes.append(
                .init(
                    Grant.pinSetting(id), .put(isPinned ? "true" : "false"), basis: settings.version
                )
            )
        }
        try settings.change(
            room, writes, needed: [Grant.setting(id)],
            noting: AuditEntry(.changeKey, grant, by: changer).note, basis: basis,
            missing: .noKey(id)
        ) { [unowned self] problem in
            if let problem { return completion(.failure(problem)) }
            note("changed", grant, by: changer)
            // The key may have been revoked since.
            guard let changed = ring.grant(id: id) else { return completion(.failure(.noKey(id))) }
            completion(.success(changed))
        }
    }

    /// Revokes a key of a room, or with nil of any room.
    func revoke(
        _ id: Text, of room: Text?, by revoker: Caller,
        completion: @escaping (Problem?) -> Void
    ) throws(Problem) {
        let grant = try grant(id, of: room)
        let names = [Grant.setting(id), Grant.nameSetting(id), Grant.pinSetting(id)]
        try settings.change(
            grant.room, names.map { .init($0, .forget, basis: nil) }, needed: [Grant.setting(id)],
            noting: AuditEntry(.revokeKey, grant, by: revoker).note, missing: .noKey(id)
        ) { [unowned self] problem in
            if problem == nil { note("revoked", grant, by: revoker) }
            completion(problem)
        }
    }

    /// Revokes all keys in addresses of a source, one after the other.
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

    private func note(_ what: String, _ grant: Grant, by caller: Caller) {
        logger.notice(
            "a key was \(what)",
            metadata: [
                "id": "\(grant.id)", "role": "\(grant.role)", "room": "\(grant.room ?? "")",
                "by": "\(caller.key ?? "")",
            ])
    }

    // MARK: Changes of the settings

    func settingChanged(_ name: Text, of room: Text?) {
        guard name.begins(with: Self.prefix) else { return }
        let id = Text(
            decoding: name.utf8.dropFirst(Self.prefix.byteCount).prefix { $0 != UInt8(ascii: "/") })
        let known = ring.grant(id: id)
        let grant = Grant(id, of: room, in: settings)
        if let grant {
            if grant != known { put(grant) }
        } else if let known {
            drop(known)
        }
    }

    /// Removes a room's keys, and leaves its streams open: their clients are told that the room is gone.
    func settingsErased(of room: Text) {
        for grant in ring.grants(of: room) { _ = ring.remove(id: grant.id) }
        rooms.provision(room).pinnedKeys = []
    }

    /// Makes a key valid.
    private func put(_ grant: Grant) {
        ring.set(grant)
        if ring.nextExpiry != nil {
            timer.arm(
                atNanoseconds: LoopTimer.now + Self.lookNanoseconds,
                everyNanoseconds: Self.lookNanoseconds)
        }
        guard let name = grant.room else { return }
        var pinned = rooms.provision(name).pinnedKeys
        if grant.isPinned { pinned.insert(grant.id) } else { pinned.remove(grant.id) }
        pin(pinned, in: name)
    }

    /// Makes a key invalid.
    private func drop(_ grant: Grant) {
        guard ring.remove(id: grant.id) != nil else { return }
        end([grant])
        guard let name = grant.room else { return }
        pin(rooms.provision(name).pinnedKeys.subtracting([grant.id]), in: name)
        rooms.settle(name)
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

    /// Closes the streams that use these keys.
    private func end(_ grants: [Grant]) {
        guard !grants.isEmpty else { return }
        let ids = Set(grants.map(\.id))
        ended(
            rooms.streams.filter { stream in
                (stream.context as? any StreamClient)?.caller.key.map(ids.contains) ?? false
            })
    }
}
