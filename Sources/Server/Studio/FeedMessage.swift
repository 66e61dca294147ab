import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// The messages that tell a studio what goes on in its room.
enum FeedMessage {
    /// `{"type":"overview","full":true,"time":…,…}`: all that goes on; without `full`, a merge patch (RFC
    /// 7396) of the last overview.
    static func overview(_ members: JSON, at time: Instant, isFull: Bool) -> Message {
        var all = [JSON.Member("type", .string("overview"))]
        if isFull { all.append(.init("full", .bool(true))) }
        all.append(.init("time", .number(Double(time.microseconds))))
        return message(all + members.members)
    }

    /// `{"type":"event","event":{…}}`: an event was recorded; `entry` is as the history has it.
    static func event(_ entry: JSON) -> Message {
        message([.init("type", .string("event")), .init("event", entry)])
    }

    /// `{"type":"event","missed":n}`: so many events and outcomes were not told, because they were
    /// too many or the connection was too slow.
    static func missed(_ count: Int) -> Message {
        message([.init("type", .string("event")), .init("missed", .number(Double(count)))])
    }

    /// `{"type":"outcome","id":…,"status":"shown" | "finished","time":…,"ended"?}`: something
    /// entered the stage, or left it; `ended` says why it left.
    static func outcome(_ milestone: Milestone) -> Message {
        var members: [JSON.Member] = [
            .init("type", .string("outcome")), .init("id", .string(milestone.id)),
            .init("time", .number(Double(milestone.time.microseconds))),
        ]
        switch milestone.step {
        case .entered: members.append(.init("status", .string("shown")))
        case .left(let reason):
            members.append(.init("status", .string("finished")))
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        return message(members)
    }

    /// `{"type":"outcome","id":…,"status":"sent","at":…}`: it was sent to somebody who can see it.
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
