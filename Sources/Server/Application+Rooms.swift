import Journal
import Stage
import Texts
import Transport
import Wire

/// Requests about rooms as a whole.
extension Application {
    /// `{"rooms": [{"name", "viewers", "waiting", "lastEventAt"}], "next"}`, by name.
    func roomList(_ call: Call) throws(Problem) {
        let after = call.request.queryItem("after")
        guard after.map(RoomName.isValid) ?? true else {
            throw .badContent(
                ContentError(problems: [.init(pointer: "?after", detail: RoomName.rule)]))
        }
        let limit = try call.request.number("limit", in: 1...1000) ?? 100
        let (listed, hasMore) = rooms.listed(after: after ?? "", limit: limit)
        call.reply(
            .json(
                .object([
                    .init("rooms", .array(listed.map(entry))),
                    .init("next", hasMore ? listed.last.map { .string($0.name) } ?? .null : .null),
                ])))
    }

    private func entry(_ room: LiveRoom) -> JSON {
        room.advance(toNanoseconds: LoopTimer.now)
        return .object([
            .init("name", .string(room.name)),
            .init("viewers", .number(Double(room.audience.viewers.count))),
            .init("waiting", .number(Double(room.room.waitingCount))),
            .init("lastEventAt", room.lastEventAt.map { .string(Text($0.text)) } ?? .null),
        ])
    }

    /// Erases a room; answers once nothing of it is left, with the names of copies that may hold it.
    func deleteRoom(_ call: Call) throws(Problem) {
        let (name, reply) = (call.room, call.reply)
        if intake.isClosed { throw .draining }
        guard let room = rooms.existing(name) else {
            throw .notFound("There is no room \"\(name)\".")
        }
        intake.erasures.begin(room) { [rooms, keys, director] in
            keys?.forget(room: name)
            rooms.drop(room)
            let reason = "the room is deleted"
            director?.close(room.audience.viewers, code: Self.roomIsGone, reason: reason)
            for studio in room.feed?.studios ?? [] {
                studio.stream.close(code: Self.roomIsGone, reason: reason)
            }
        } completion: { result in
            switch result {
            case .success(let copies):
                reply(
                    .json(
                        .object([
                            .init("room", .string(name)),
                            .init("copies", .array(copies.map(JSON.string))),
                        ]), status: 202))
            case .failure(let problem): reply(problem.response)
            }
        }
    }

    /// A close code that tells a page not to come back.
    private static let roomIsGone: UInt16 = 4404
}
