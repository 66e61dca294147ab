import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// Requests that ask what is happening and what has happened.
extension Application {
    func state(of name: Text, _ reply: @escaping (Response) -> Void) throws(Problem) {
        let room = rooms.glance(name)
        room.advance(toNanoseconds: LoopTimer.now)
        try desk.ask(reply) { [room = room.room] _ in
            .json(OverviewDocument.write(room.overview, expected: room.expectedEntries()))
        }
    }

    func history(
        of name: Text, _ request: Request, _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        let room = rooms.glance(name)
        let after = Int64(try request.number("after", in: 0...9_007_199_254_740_991) ?? 0)
        let limit = try request.number("limit", in: 1...1000) ?? 100
        handOver(room)
        try desk.ask(reply) { [seq = room.seq] journal in
            // What is on disk and not applied yet is nobody's history so far.
            let events = try journal.history(of: name)
                .events(after: after, limit: limit, byteLimit: HistoryDocument.pageBytes)
                .filter { $0.seq <= seq }
            return .json(try HistoryDocument.page(events, after: after))
        }
    }

    func explanation(
        of id: Text, in name: Text, _ reply: @escaping (Response) -> Void
    ) throws(Problem) {
        let room = rooms.glance(name)
        room.advance(toNanoseconds: LoopTimer.now)
        handOver(room)
        try desk.ask(reply) { [room = room.room, seq = room.seq] journal in
            let history = journal.history(of: name)
            guard let event = try history.event(id: id), event.seq <= seq else {
                throw Problem.notFound("No event \"\(id)\" is recorded in this room.")
            }
            let life = try history.life(of: event.shownAs)
            return .json(try HistoryDocument.explanation(event, life, in: room))
        }
    }
}
