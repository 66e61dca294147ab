import Journal
import Stage
import Texts
import Timeline
import Transport
import Wire

/// What a studio is told of its room.
enum FeedMessage {
    /// `{"type":"overview","full":true,…}`, or without `full` a merge patch (RFC 7396) of the last one.
    static func overview(_ members: JSON, isFull: Bool) -> Message {
        var all = [JSON.Member("type", .string("overview"))]
        if isFull { all.append(.init("full", .bool(true))) }
        return message(all + members.members)
    }

    /// `{"type":"event","event":{…}}`: an event that was recorded, as the history has it.
    static func event(_ entry: JSON) -> Message {
        message([.init("type", .string("event")), .init("event", entry)])
    }

    /// `{"type":"event","missed":n}`: so many events and outcomes came too fast to be told.
    static func missed(_ count: Int) -> Message {
        message([.init("type", .string("event")), .init("missed", .number(Double(count)))])
    }

    /// `{"type":"outcome","id":…,"status":"shown" | "finished","time":…,"ended"?}`.
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

    /// `{"type":"outcome","id":…,"status":"sent","at":…}`: it has gone to somebody who can see it.
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
