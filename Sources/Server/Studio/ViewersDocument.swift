import Journal
import Texts
import Transport
import Wire

/// Those who watch a room, for whoever runs it.
enum ViewersDocument {
    /// `{"viewers": [{"id", "since", "role", …}]}`, the oldest first.
    static func write(_ audience: Audience) -> JSON {
        let viewers = audience.viewers.sorted { $0.number < $1.number }
        return .object([
            .init(
                "viewers",
                .array(
                    viewers.map { viewer in
                        .object([.init("id", .string(viewer.id))] + members(of: viewer))
                    }))
        ])
    }

    /// `{id: {"since", "role", …}}`, for the first `most`.
    static func byID(_ audience: Audience, most: Int) -> JSON {
        .object(
            audience.viewers.prefix(most).map { .init($0.id, .object(members(of: $0))) })
    }

    private static func members(of viewer: Viewer) -> [JSON.Member] {
        let missing = viewer.isBehind ? viewer.room.audience.frames.seq - viewer.sentSeq : 0
        var members: [JSON.Member] = [
            .init("since", .string(Text(viewer.since.text))),
            .init("role", .string(viewer.role.word)),
            .init("form", .string(viewer.form.word)),
            .init("visible", .bool(viewer.saysVisible)),
            .init("active", .bool(viewer.isActive)),
            .init("speaker", .bool(viewer.room.audience.speaker === viewer)),
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

extension Viewer {
    var id: Text { "\(number)" }

    /// The program it runs in, as it says; cut if it is long.
    var agent: Text? {
        stream.request.header("User-Agent").map { Text(decoding: $0.utf8.prefix(200)) }
    }
}
