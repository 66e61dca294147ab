import Broadcast
import Cluster
import Journal
import Texts
import Transport
import Wire

/// Writes the list of a room's viewers as JSON, for the room's owner.
enum ViewersDocument {
    /// Returns `{"viewers": [{"id", "since", "role", …}]}`, oldest first.
    static func write(_ room: RoomOutput) -> JSON { write(entries(here: room), room.remoteEntries) }

    /// Returns the entries of the viewers that are connected to this server, oldest first.
    static func entries(here room: RoomOutput) -> [JSON] {
        room.audience.viewers.sorted { $0.number < $1.number }.map(entry)
    }

    /// Returns the document of viewers here and elsewhere.
    static func write(_ here: [JSON], _ elsewhere: [JSON]) -> JSON {
        let all = here + elsewhere
        let since = { (entry: JSON) in entry.text("since") ?? "" }
        let sorted = elsewhere.isEmpty ? all : all.sorted { since($0) < since($1) }
        return .object([.init("viewers", .array(sorted))])
    }

    /// Returns `{id: {"since", "role", …}}` for at most `most` viewers. Viewers of this server come first.
    static func byID(_ room: RoomOutput, most: Int) -> JSON {
        let entries = room.audience.viewers.prefix(most).map(entry) + room.remoteEntries
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

    /// The largest number of viewers in `details`.
    private static let mostDetails = 50

    /// Returns the entries of the first viewers.
    static func details(_ audience: Audience) -> Text {
        Text(decoding: JSON.array(audience.viewers.prefix(mostDetails).map(entry)).encoded)
    }

    private static func members(of viewer: Viewer) -> [JSON.Member] {
        let missing = viewer.isBehind ? viewer.output.audience.frames.seq - viewer.sentSeq : 0
        var members: [JSON.Member] = [
            .init("since", .string(Text(viewer.since.text))),
            .init("role", .string(viewer.role.word)),
            .init("form", .string(viewer.form.word)),
            .init("visible", .bool(viewer.saysVisible)),
            .init("active", .bool(viewer.isActive)),
            .init("speaker", .bool(viewer.output.audience.speaker === viewer)),
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
    /// The name of the client program, from `User-Agent`, cut to 200 bytes.
    var agent: Text? {
        stream.request.header("User-Agent").map { Text(decoding: $0.utf8.prefix(200)) }
    }
}
