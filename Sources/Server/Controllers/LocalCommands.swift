import Access
import HTTPRouting
import History
import LiveRooms
import Texts
import Transport
import Webhooks
import Wire

/// Answers the commands that the server's user sends through the local socket.
final class LocalCommands: ResultReceiver {
    private let socket: LocalSocket
    private let keys: Keys
    private let controller: KeyController
    /// Returns the server's state for `ovation doctor`.
    private let status: () -> JSON

    init(
        _ socket: LocalSocket, keys: Keys, controller: KeyController,
        status: @escaping () -> JSON
    ) {
        self.socket = socket
        self.keys = keys
        self.controller = controller
        self.status = status
    }

    /// The server's user does not delay the end of the server.
    var isIdle: Bool { true }

    func deliver() {
        for question in socket.takeQuestions() { answer(question) }
    }

    func close() { socket.close() }

    /// Answers a command of the local socket. `ovation keys` sends `{"do": "create", "room", …}`, `{"do":
    /// "list", "room"?}` or `{"do": "revoke", "id"}`, and `ovation doctor` sends `{"do": "status"}`. A
    /// refusal is `{"problem"}`.
    private func answer(_ question: LocalSocket.Question) {
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
                try controller.create(read(json), for: room, by: .trusted) { result in
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
            case "status": question.answer(status().encoded)
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
