import Broadcast
import Journal
import Texts
import Transport
import Wire

/// Writes the list of a room's viewers as JSON, for the room's owner.
enum ViewersDocument {
    /// Returns `{"viewers": [{"id", "since", "role", …}]}`, oldest first.
    static func write(_ room: RoomOutput) -> JSON {
        write(
            entries(here: room), room.share?.attendances.others ?? [:], speaker: rival(of: room))
    }

    /// Returns the entries of the viewers that are connected to this server, oldest first.
    static func entries(here room: RoomOutput) -> [JSON] {
        room.audience.viewers.sorted { $0.number < $1.number }.map(entry)
    }

    /// Returns the document of this server's viewers and of the viewers at other servers. `speaker`: the ID
    /// of the viewer at another server that plays the sounds; nil: there is none.
    static func write(_ here: [JSON], _ others: [Text: Attendance], speaker: Text?) -> JSON {
        let all = here + elsewhere(others, speaker: speaker)
        let since = { (entry: JSON) in entry.text("since") ?? "" }
        // The entries of one server are sorted already.
        let sorted = all.count == here.count ? all : all.sorted { since($0) < since($1) }
        return .object([.init("viewers", .array(sorted))])
    }

    /// Returns `{id: {"since", "role", …}}` for at most `most` viewers, beginning with this server's.
    static func byID(_ room: RoomOutput, most: Int) -> JSON {
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
    /// The ID that means all viewers of a room.
    static let allViewers: Text = "all"

    private static func entry(_ viewer: Viewer) -> JSON {
        .object([.init(idKey, .string(viewer.id))] + members(of: viewer))
    }

    // MARK: Other servers

    /// The number of viewers whose details a server sends to other servers. Further viewers are only counted.
    private static let mostTold = 50

    /// Returns the entries of this server's first viewers, for other servers.
    static func details(_ audience: Audience) -> Text {
        Text(decoding: JSON.array(audience.viewers.prefix(mostTold).map(entry)).encoded)
    }

    /// The ID of the viewer at another server that plays the sounds; nil if there is none.
    private static func rival(of room: RoomOutput) -> Text? {
        guard room.audience.speaker == nil, let rival = room.share?.attendances.rival else {
            return nil
        }
        return Viewer.id(rival.voice.number, at: rival.server)
    }

    /// Returns the entries of viewers at other servers, as last received from them.
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

    /// Returns how many viewers at other servers have this ID, or with `all` the number of all viewers there.
    static func count(of id: Text, in others: [Text: Attendance]) -> Int {
        if id == allViewers { return others.viewerCount }
        return elsewhere(others, speaker: nil).count { $0.text(idKey) == id }
    }

    private static func members(of viewer: Viewer) -> [JSON.Member] {
        let missing = viewer.isBehind ? viewer.output.audience.frames.seq - viewer.sentSeq : 0
        var members: [JSON.Member] = [
            .init("since", .string(Text(viewer.since.text))),
            .init("role", .string(viewer.role.word)),
            .init("form", .string(viewer.form.word)),
            .init("visible", .bool(viewer.saysVisible)),
            .init("active", .bool(viewer.isActive)),
            .init(speakerKey, .bool(viewer.output.audience.speaker === viewer)),
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
        if viewer.reduction > 0 {
            members.append(.init("reduction", .number(Double(viewer.reduction))))
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
    /// The viewer's ID. On a shared log it includes the server, because each server numbers its own viewers.
    var id: Text { output.share.map { Self.id(number, at: $0.attendances.server) } ?? "\(number)" }

    static func id(_ number: Int, at server: Text) -> Text {
        "\(number)-\(Text(decoding: server.utf8.prefix(8)))"
    }

    /// The name of the client program, from `User-Agent`, cut to 200 bytes.
    var agent: Text? {
        stream.request.header("User-Agent").map { Text(decoding: $0.utf8.prefix(200)) }
    }
}
