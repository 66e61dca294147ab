import Access
import Cluster
import HTTPRouting
import History
import LiveRooms
import Platforms
import Texts
import Transport
import Webhooks
import Wire

/// Lists, creates, changes and revokes a room's keys over HTTP.
struct KeyController {
    let keys: Keys
    let sources: SourceSettings
    let intake: Intake
    /// The address under which clients reach the server; nil: unknown.
    let publicAddress: Text?

    /// Lists the room's keys: `{"keys": [{"id", "role", "room", "name", "createdAt", "expiresAt", "by",
    /// …}]}`, oldest first.
    func list(_ call: Call) {
        let entries = keys.ring.grants(of: call.room).map {
            $0.json(version: keys.version($0))
        }
        call.reply(.json(.object([.init("keys", .array(entries))])))
    }

    func create(_ call: Call) throws(Problem) {
        let wanted = try call.body(KeyBody<Role>.init)
        if intake.isClosed { throw .draining }
        guard wanted.role != .admin else { throw .adminsKey }
        try create(wanted, for: call.room, by: call.caller) { result in
            switch result {
            case .success(let (grant, key)): answer(call, with: grant, key)
            case .failure(let problem): call.reply(problem.response)
            }
        }
    }

    /// Replies with a new key. Only a viewer's key is ever shown again.
    private func answer(_ call: Call, with grant: Grant, _ key: Key) {
        guard let source = grant.source else {
            return call.confirm(.json(grant.json(key: key), status: 201))
        }
        let address = "\(call.hookAddress(of: source, at: publicAddress))/\(key.text)" as Text
        let members = grant.json(key: key).members + [.init("address", .string(address))]
        call.confirm(.json(.object(members), status: 201))
    }

    /// Creates a key for a room, or with nil for every room. Throws if the key's role does not allow its settings.
    func create(
        _ wanted: KeyBody<Role>, for room: Text?, by maker: Caller,
        completion: @escaping (Result<(grant: Grant, key: Key), Problem>) -> Void
    ) throws(Problem) {
        var wanted = wanted
        if wanted.role == .hook { wanted.source = wanted.source ?? Source.hooked[0].kind }
        try check(wanted, for: room)
        try keys.create(
            wanted, for: room, by: maker, needed: wanted.source.map(SourceSetting.name),
            missing: wanted.source.map(Problem.noSource), completion: completion)
    }

    private func check(_ wanted: KeyBody<Role>, for room: Text?) throws(Problem) {
        if wanted.role == .hook, let source = wanted.source {
            guard Source.hooked.contains(where: { $0.kind == source }) else {
                throw .noHook(of: Source.hooked.map(\.kind).list)
            }
            guard let room, sources.setting(source, of: room) != nil else {
                throw .noSource(source)
            }
        } else if wanted.source != nil {
            throw .onlyHooks
        }
        guard (wanted.role == .trigger) == (wanted.event != nil) else {
            throw wanted.event == nil ? .triggersNeedEvent : .onlyTriggers
        }
        guard wanted.role != .viewer else { return }
        if wanted.interacts { throw .onlyViewers("interact") }
        if wanted.isPinned { throw .onlyViewers("pinned") }
    }

    func change(_ call: Call) throws(Problem) {
        let change = try call.body(KeyChange.init)
        if intake.isClosed { throw .draining }
        try keys.change(
            call.item, of: call.room, change, basis: try call.basis, by: call.caller
        ) { result in
            switch result {
            case .success(let grant):
                call.confirm(.json(grant.json(version: keys.version(grant))))
            case .failure(let problem): call.reply(problem.response)
            }
        }
    }

    func revoke(_ call: Call) throws(Problem) {
        if intake.isClosed { throw .draining }
        try keys.revoke(call.item, of: call.room, by: call.caller) { problem in
            call.confirm(problem?.response ?? .json(.object([.init("id", .string(call.item))])))
        }
    }
}
