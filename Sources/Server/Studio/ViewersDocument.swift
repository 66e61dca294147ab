import Journal
import Texts
import Transport
import Wire

/// Those who watch a room, for whoever runs it.
enum ViewersDocument {
    /// `{"viewers": [{"id", "since", "role", …}]}`, the oldest first.
    static func write(_ room: LiveRoom) -> JSON {
        write(
            entries(here: room), room.share?.attendances.others ?? [:], speaker: rival(of: room))
    }

    /// Those who are connected here, the oldest first.
    static func entries(here room: LiveRoom) -> [JSON] {
        room.audience.viewers.sorted { $0.number < $1.number }.map(entry)
    }

    /// These and those of other servers, of which the one of the id `speaker` is heard.
    static func write(_ here: [JSON], _ others: [Text: Attendance], speaker: Text?) -> JSON {
        let all = here + elsewhere(others, speaker: speaker)
        let since = { (entry: JSON) in entry.text("since") ?? "" }
        // Those of one server are in order.
        let sorted = all.count == here.count ? all : all.sorted { since($0) < since($1) }
        return .object([.init("viewers", .array(sorted))])
    }

    /// `{id: {"since", "role", …}}`, for the first `most`, those who are connected here before others.
    static func byID(_ room: LiveRoom, most: Int) -> JSON {
        let others = room.share?.attendances.others ?? [:]
        let entries =
            room.audience.viewers.prefix(most).map(entry)
            + elsewhere(others, speaker: rival(of: room))
        return .object(
            entries.prefix(most).map { entry in
                let rest = entry.members.filter { $0.key != idKey }
                return .init(entry.text(idKey) ?? "", .object(rest))
            })
    }

    private static let idKey: Text = "id"

    private static func entry(_ viewer: Viewer) -> JSON {
        .object([.init(idKey, .string(viewer.id))] + members(of: viewer))
    }

    // MARK: Other servers

    /// Of so many viewers of each server others are told more than how many there are.
    private static let mostTold = 50

    /// What other servers are told of those who are connected here: the first entries.
    static func details(_ audience: Audience) -> Text {
        Text(decoding: JSON.array(audience.viewers.prefix(mostTold).map(entry)).encoded)
    }

    /// The id of the one that is heard at another server; nil if none is.
    private static func rival(of room: LiveRoom) -> Text? {
        guard room.audience.speaker == nil, let rival = room.share?.attendances.rival else {
            return nil
        }
        return Viewer.id(rival.voice.number, at: rival.server)
    }

    /// Those who are connected to other servers, as those said last.
    private static func elsewhere(_ others: [Text: Attendance], speaker: Text?) -> [JSON] {
        others.values.flatMap { attendance in
            entries(attendance).map { entry in
                let isSpeaker = entry.text(idKey) == speaker
                return .object(
                    entry.members.map { member in
                        member.key == speakerKey
                            ? .init(speakerKey, .bool(speaker != nil && isSpeaker)) : member
                    })
            }
        }
    }

    private static let speakerKey: Text = "speaker"

    private static func entries(_ attendance: Attendance) -> [JSON] {
        guard case .array(let entries)? = try? JSON(parsing: Array(attendance.details.utf8)) else {
            return []
        }
        return entries
    }

    /// How many viewers of other servers are of this id, or with `all`, how many there are.
    static func count(of id: Text, in others: [Text: Attendance]) -> Int {
        if id == Application.allViewers { return others.viewerCount }
        return elsewhere(others, speaker: nil).count { $0.text(idKey) == id }
    }

    private static func members(of viewer: Viewer) -> [JSON.Member] {
        let missing = viewer.isBehind ? viewer.room.audience.frames.seq - viewer.sentSeq : 0
        var members: [JSON.Member] = [
            .init("since", .string(Text(viewer.since.text))),
            .init("role", .string(viewer.role.word)),
            .init("form", .string(viewer.form.word)),
            .init("visible", .bool(viewer.saysVisible)),
            .init("active", .bool(viewer.isActive)),
            .init(speakerKey, .bool(viewer.room.audience.speaker === viewer)),
            .init("behindFrames", .number(Double(missing))),
        ]
        if let rate = viewer.measured.perSecond {
            members.append(.init("fps", .number(Double(rate))))
        }
        if let agent = viewer.agent { members.append(.init("agent", .string(agent))) }
        if let build = viewer.about.build { members.append(.init("build", .string(build))) }
        if let width = viewer.about.width { members.append(.init("width", .number(Double(width)))) }
        if let height = viewer.about.height {
            members.append(.init("height", .number(Double(height))))
        }
        return members
    }
}

extension JSON {
    fileprivate func text(_ key: Text) -> Text? {
        if case .string(let text)? = self[key] { text } else { nil }
    }
}

extension Viewer {
    /// If the log is shared, it has the server, too: each counts its own.
    var id: Text { room.share.map { Self.id(number, at: $0.attendances.server) } ?? "\(number)" }

    static func id(_ number: Int, at server: Text) -> Text {
        "\(number)-\(Text(decoding: server.utf8.prefix(8)))"
    }

    /// The program it runs in, as it says; cut if it is long.
    var agent: Text? {
        stream.request.header("User-Agent").map { Text(decoding: $0.utf8.prefix(200)) }
    }
}
