import Access
import HTTPRouting
import Platforms
import Texts
import Transport
import Wire

/// HTTP handlers and local commands that list, create, change and revoke keys.
extension Application {
    /// Lists the room's keys: `{"keys": [{"id", "role", "room", "name", "createdAt", "expiresAt", "by",
    /// …}]}`, oldest first.
    func listKeys(_ call: Call) {
        let entries = keys.ring.grants(of: call.room).map {
            $0.json(version: keys.version($0))
        }
        call.reply(.json(.object([.init("keys", .array(entries))])))
    }

    func createKey(_ call: Call) throws(Problem) {
        let wanted = try body(call, KeyBody<Role>.init)
        if intake.isClosed { throw .draining }
        guard wanted.role != .admin else { throw .adminsKey }
        try create(wanted, for: call.room, by: call.caller) { [unowned self] result in
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
        let address = "\(address(source, call))/\(key.text)" as Text
        let members = grant.json(key: key).members + [.init("address", .string(address))]
        call.confirm(.json(.object(members), status: 201))
    }

    /// Creates a key for a room, or with nil for every room. Throws if the key's role does not allow its settings.
    private func create(
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

    func changeKey(_ call: Call) throws(Problem) {
        let change = try body(call, KeyChange.init)
        if intake.isClosed { throw .draining }
        try keys.change(
            call.item, of: call.room, change, basis: try call.basis, by: call.caller
        ) { [unowned self] result in
            switch result {
            case .success(let grant):
                call.confirm(.json(grant.json(version: keys.version(grant))))
            case .failure(let problem): call.reply(problem.response)
            }
        }
    }

    func revokeKey(_ call: Call) throws(Problem) {
        if intake.isClosed { throw .draining }
        try keys.revoke(call.item, of: call.room, by: call.caller) { problem in
            call.confirm(problem?.response ?? .json(.object([.init("id", .string(call.item))])))
        }
    }

    // MARK: Local commands

    /// Answers a command of the local socket. `ovation keys` sends `{"do": "create", "room", …}`, `{"do":
    /// "list", "room"?}` or `{"do": "revoke", "id"}`, and `ovation doctor` sends `{"do": "status"}`. A
    /// refusal is `{"problem"}`.
    func answer(_ question: LocalSocket.Question) {
        func refuse(_ problem: Problem) {
            let text = problem.detail ?? problem.title
            question.answer(JSON.object([.init("problem", .string(Text(text)))]).encoded)
        }
        do throws(Problem) {
            try answer(locally: question)
        } catch {
            refuse(error)
        }
        func answer(locally question: LocalSocket.Question) throws(Problem) {
            guard let json = try? JSON(parsing: question.line) else { throw .notFound("no JSON") }
            let room = json["room"]?.text
            if let room, !RoomName.isValid(room) { throw .notFound(RoomName.rule) }
            switch json["do"]?.text {
            case "create":
                try create(read(json), for: room, by: .trusted) { result in
                    switch result {
                    case .success(let (grant, key)):
                        question.answer(grant.json(key: key).encoded)
                    case .failure(let problem): refuse(problem)
                    }
                }
            case "revoke":
                let id = json["id"]?.text ?? ""
                try keys.revoke(id, of: nil, by: .trusted) { problem in
                    if let problem { return refuse(problem) }
                    question.answer(JSON.object([.init("id", .string(id))]).encoded)
                }
            case "status": question.answer(status.encoded)
            default:
                let grants = room.map { keys.ring.grants(of: $0) } ?? keys.ring.all
                question.answer(
                    JSON.object([.init("keys", .array(grants.map { $0.json() }))]).encoded)
            }
        }
    }

    /// Parses the key that a local command creates.
    private func read(_ json: JSON) throws(Problem) -> KeyBody<Role> {
        let members = json.members.filter { $0.key != "do" && $0.key != "room" }
        do throws(ContentError) {
            let wanted = try KeyBody<Role>(.object(members))
            guard (wanted.role == .admin) == (json["room"] == nil) else {
                throw ContentError(problems: [
                    .init(
                        pointer: "/room",
                        detail: wanted.role == .admin
                            ? "an admin's key is for every room" : "is required")
                ])
            }
            return wanted
        } catch {
            throw .badContent(error)
        }
    }
}

extension JSON {
    fileprivate var text: Text? {
        if case .string(let text) = self { text } else { nil }
    }
}
