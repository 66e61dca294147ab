import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// Encodes the messages of a room's feed to a studio, such as overviews, events and outcomes.
enum FeedMessage {
    /// Returns `{"type":"overview","full":true,"time":…,…}`: the whole overview; without `full`, a merge
    /// patch (RFC 7396) of the last overview.
    static func overview(_ members: JSON, at time: Instant, isFull: Bool) -> Message {
        var all = [JSON.Member("type", .string("overview"))]
        if isFull { all.append(.init("full", .bool(true))) }
        all.append(.init("time", .number(Double(time.microseconds))))
        return message(all + members.members)
    }

    /// Returns `{"type":"event","event":{…}}`: a recorded event; `entry` is its entry in the history.
    static func event(_ entry: JSON) -> Message {
        message([.init("type", .string("event")), .init("event", entry)])
    }

    /// Returns `{"type":"event","missed":n}`: `n` events and outcomes were not sent, because of the rate
    /// limit or a slow connection.
    static func missed(_ count: Int) -> Message {
        message([.init("type", .string("event")), .init("missed", .number(Double(count)))])
    }

    /// Returns `{"type":"outcome","id":…,"status":"shown" | "finished","time":…,"ended"?}`: an item entered
    /// or left the stage; `ended` is the reason why it left.
    static func outcome(_ milestone: Milestone) -> Message {
        var members: [JSON.Member] = [
            .init("type", .string("outcome")), .init("id", .string(milestone.id)),
            .init("time", .number(Double(milestone.time.microseconds))),
        ]
        switch milestone.step {
        case .queued, .dropped: members.append(.init("status", .string("waiting")))
        case .entered: members.append(.init("status", .string("shown")))
        case .left(let reason):
            members.append(.init("status", .string("finished")))
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        return message(members)
    }

    /// Returns `{"type":"outcome","id":…,"status":"sent","at":…}`: the item was sent to a viewer who can see
    /// it.
    static func sent(_ id: Text, at wall: WallTime) -> Message {
        message([
            .init("type", .string("outcome")), .init("id", .string(id)),
            .init("status", .string("sent")), .init("at", .string(Text(wall.text))),
        ])
    }

    private static func message(_ members: [JSON.Member]) -> Message {
        Message(text: JSON.object(members).encoded)
    }
}
