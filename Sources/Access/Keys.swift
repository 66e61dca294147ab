package import HTTPRouting
import Journal
package import Logging
package import Settings
package import Texts
package import Transport
package import Wire

/// Creates, changes and revokes the server's access keys, and finds the client that a key belongs to.
///
/// A key is valid once the log has it. The streams of its clients end with it. Belongs to the event loop's
/// thread.
package final class Keys: SettingsFollower {
    package private(set) var ring = Keyring()
    package let gate: Authenticator
    private let settings: Settings
    private let logger: Logger
    private unowned let delegate: any KeysDelegate
    private var timer: LoopTimer!
    /// The number of new keys on their way to the log, by room.
    private var pending: [Text?: Int] = [:]

    /// The largest number of keys of a room, and of keys for every room.
    static let perRoom = 100
    private static let lookNanoseconds: UInt64 = 500_000_000
    private static let prefix: Text = "key/"

    /// Reads the keys from the settings. Tells `delegate`, which it does not retain, of their changes.
    package init(
        gate: Authenticator, settings: Settings, loop: EventLoop, logger: Logger,
        delegate: any KeysDelegate
    ) throws {
        self.gate = gate
        self.settings = settings
        self.logger = logger
        self.delegate = delegate
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
    package func caller(of request: Request, takesBasic: Bool = false) throws(Problem) -> Caller {
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
            expires: Self.lifetimeMicroseconds(wanted).map {
                WallTime(microseconds: now.microseconds + $0)
            },
            maker: maker.key, shown: wanted.role == .viewer ? key.text : nil,
            interacts: wanted.interacts, isPinned: wanted.isPinned, event: wanted.event,
            source: wanted.source)
        return (grant, key)
    }

    /// Returns the lifetime of a new key; nil if it does not expire. A moderator's key lasts for an evening, because its
    /// address is sent by chat.
    private static func lifetimeMicroseconds(_ wanted: KeyBody<Role>) -> Int64? {
        let dayMicroseconds: Int64 = 86_400_000_000
        if let days = wanted.expiresDays { return Int64(days) * dayMicroseconds }
        return wanted.role == .moderator ? dayMicroseconds / 2 : nil
    }

    /// Creates a key for a room, or with nil for every room.
    ///
    /// - Parameters:
    ///   - needed: The name of a setting without which the key has no use, such as its source; nil: none.
    ///   - missing: The problem if that setting does not exist.
    package func create(
        _ wanted: KeyBody<Role>, for room: Text?, by maker: Caller, needed: Text? = nil,
        missing: Problem? = nil,
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
                needed: needed.map { [$0] } ?? [],
                noting: AuditEntry(.createKey, grant, by: maker).note,
                missing: missing ?? .noKey(grant.id)
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
    package func createAtStart(
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
    package func version(_ grant: Grant) -> Int64 {
        let names = [Grant.setting, Grant.nameSetting, Grant.pinSetting].map { $0(grant.id) }
        return settings.version(of: names, in: grant.room)
    }

    /// Renames a key of a room, or pins it.
    package func change(
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
    package func revoke(
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
    package func revokeHooks(
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

    package func settingChanged(_ name: Text, of room: Text?) {
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
    package func settingsErased(of room: Text) {
        for grant in ring.grants(of: room) { _ = ring.remove(id: grant.id) }
        delegate.keysErased(of: room)
    }

    /// Makes a key valid.
    private func put(_ grant: Grant) {
        ring.set(grant)
        if ring.nextExpiry != nil {
            timer.arm(
                atNanoseconds: LoopTimer.now + Self.lookNanoseconds,
                everyNanoseconds: Self.lookNanoseconds)
        }
        if let room = grant.room { delegate.pinnedKeysChanged(ring.pinned(in: room), of: room) }
    }

    /// Makes a key invalid.
    private func drop(_ grant: Grant) {
        guard ring.remove(id: grant.id) != nil else { return }
        delegate.keysEnded([grant.id])
        guard let room = grant.room else { return }
        delegate.pinnedKeysChanged(ring.pinned(in: room), of: room)
        delegate.keyRemoved(from: room)
    }

    private func endExpired() {
        let expired = ring.takeExpired(at: .now)
        if !expired.isEmpty { delegate.keysEnded(Set(expired.map(\.id))) }
        if ring.nextExpiry == nil { timer.disarm() }
    }
}
