import Cluster
import History
import Journal
import LiveRooms
import Stage
import Texts
import Timeline
import Transport
import Webhooks
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
        if let rule = milestone.rule { return alert(of: rule, milestone) }
        var members: [JSON.Member] = [
            .init("type", .string("outcome")), .init("id", .string(milestone.id)),
            .init("time", .number(Double(milestone.time.microseconds))),
        ]
        switch milestone.step {
        // Only alerts have these steps.
        case .queued, .dropped, .messageHidden: break
        case .entered: members.append(.init("status", .string("shown")))
        case .left(let reason):
            members.append(.init("status", .string("finished")))
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        return message(members)
    }

    /// Returns `{"type":"outcome","id":…,"alert":{"rule",…}}`: `status` and `shownAt` of an alert that entered the stage;
    /// `endedAt` and `ended` of an alert that left the stage or the queue; `messageHidden`.
    private static func alert(of rule: Text, _ milestone: Milestone) -> Message {
        let time = JSON.number(Double(milestone.time.microseconds))
        var members = [JSON.Member("rule", .string(rule))]
        switch milestone.step {
        // The event itself says this.
        case .queued, .dropped: break
        case .entered: members += [.init("status", .string("shown")), .init("shownAt", time)]
        case .messageHidden: members.append(.init("messageHidden", .bool(true)))
        case .left(let reason):
            members += [.init("endedAt", time), .init("ended", .string(Text(reason.rawValue)))]
        }
        return message([
            .init("type", .string("outcome")), .init("id", .string(milestone.id)),
            .init("alert", .object(members)),
        ])
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
