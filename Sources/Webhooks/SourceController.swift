package import Access
package import HTTPRouting
import History
package import LiveRooms
import Platforms
import Settings
import Stage
package import Texts
import Transport
import Wire

/// Lists, sets, tries and deletes a room's sources, which are the platforms that may post to it, over HTTP.
package struct SourceController {
    let rooms: Rooms
    let sources: SourceSettings
    let keys: Keys
    let intake: Intake
    /// The address under which clients reach the server; nil: unknown.
    let publicAddress: Text?

    package init(
        rooms: Rooms, sources: SourceSettings, keys: Keys, intake: Intake, publicAddress: Text?
    ) {
        self.rooms = rooms
        self.sources = sources
        self.keys = keys
        self.intake = intake
        self.publicAddress = publicAddress
    }

    /// Lists the sources that are set up or have posted: `{"sources": [{"kind", "address", "signed", "set",
    /// "settings", "last", "lastFault", "counts"}]}`. Secrets are left out.
    package func list(_ call: Call) {
        let entries = Source.all.compactMap { source -> JSON? in
            let setting = sources.setting(source.kind, of: call.room)
            let deliveries = sources.deliveries(source.kind, of: call.room)
            guard setting != nil || deliveries != nil else { return nil }
            return entry(source, setting, deliveries ?? Deliveries(), call)
        }
        call.reply(.json(.object([.init("sources", .array(entries))])))
    }

    private func entry(
        _ source: Source, _ setting: SourceSetting?, _ deliveries: Deliveries, _ call: Call
    ) -> JSON {
        .object(
            [
                .init("kind", .string(source.kind)),
                .init("address", .string(call.hookAddress(of: source.kind, at: publicAddress))),
                .init("signed", .bool(source.isSigned)),
                .init("set", .bool(setting != nil)),
                .init("version", .number(Double(sources.version(source.kind, of: call.room)))),
                .init("settings", setting?.settings ?? .object([])),
            ] + deliveries.members)
    }

    /// Sets up a source: `{"secret"?, …}`. All other members are settings of the source's kind.
    package func set(_ call: Call) throws(Problem) {
        let source = try source(named: call.item)
        let wanted = try call.body { (json) throws(ContentError) in
            guard case .object(let members) = json else {
                throw ContentError(problems: [.init(pointer: "", detail: "must be an object")])
            }
            let settings = JSON.object(members.filter { $0.key != "secret" })
            try source.check(settings)
            return (
                secret: try secret(json["secret"], for: source, in: call.room), settings: settings
            )
        }
        if intake.isClosed { throw .draining }
        try sources.set(
            source, of: call.room, secret: wanted.secret, settings: wanted.settings,
            basis: try call.basis, by: call.caller
        ) { problem in
            let setting = sources.setting(source.kind, of: call.room)
            let deliveries = sources.deliveries(source.kind, of: call.room) ?? Deliveries()
            call.confirm(
                problem?.response ?? .json(entry(source, setting, deliveries, call)))
        }
    }

    /// Returns the new secret; nil: the source keeps its secret, or needs none.
    private func secret(
        _ json: JSON?, for source: Source, in room: Text
    ) throws(ContentError) -> Text? {
        func refused(_ detail: String) -> ContentError {
            ContentError(problems: [.init(pointer: "/secret", detail: detail)])
        }
        guard case .secret(let bytes) = source.trust else {
            if json != nil {
                throw refused(
                    source.isSigned
                        ? "has no use: the platform signs with its own key"
                        : "has no use: deliveries need a key of the role ingest")
            }
            return nil
        }
        guard let json else {
            if sources.setting(source.kind, of: room) == nil { throw refused("is required") }
            return nil
        }
        guard case .string(let text) = json, bytes.contains(text.byteCount),
            text.consists(of: { $0 > 0x20 && $0 < 0x7F })
        else {
            throw refused(
                "must be a string of \(bytes.lowerBound) to \(bytes.upperBound) ASCII characters, "
                    + "without spaces")
        }
        return text
    }

    package func delete(_ call: Call) throws(Problem) {
        let source = try source(named: call.item)
        if intake.isClosed { throw .draining }
        guard sources.setting(source.kind, of: call.room) != nil else {
            throw .noSource(source.kind)
        }
        // Delete the keys first: a key that outlives its source would open the next source.
        try keys.revokeHooks(of: source.kind, in: call.room, by: call.caller) {
            problem in
            if let problem { return call.reply(problem.response) }
            call.replyOnFailure { () throws(Problem) in
                try remove(source, call)
            }
        }
    }

    private func remove(_ source: Source, _ call: Call) throws(Problem) {
        let caller = try call.caller
        try sources.remove(
            source.kind, of: call.room, basis: try call.basis, by: caller
        ) { problem in
            if let problem { return call.reply(problem.response) }
            // Another request may have made a key for the source meanwhile.
            keys.revokeHooks(of: source.kind, in: call.room, by: caller) { problem in
                call.confirm(
                    problem?.response ?? .json(.object([.init("kind", .string(source.kind))])))
            }
        }
    }

    /// Lists the last deliveries that made no event: `{"passed": [{"at", "type", "reason", "payload"}]}`,
    /// oldest first.
    package func listPassed(_ call: Call) throws(Problem) {
        let source = try source(named: call.item)
        let passed = sources.deliveries(source.kind, of: call.room)?.passed ?? []
        call.reply(.json(.object([.init("passed", .array(passed.map(\.json)))])))
    }

    /// Reports the events that a delivery would make, without recording them. The body is a delivery in the
    /// platform's form, and needs no signature.
    package func tryDelivery(_ call: Call) throws(Problem) {
        let source = try source(named: call.item)
        let setting = sources.setting(source.kind, of: call.room)
        let rules = rooms.glance(call.room).configuration.sources
        let reading = try source.content(of: Delivery(call, currency: rules.currency), setting)
        let (events, reason): ([Event.Kind], Reason) =
            switch reading {
            case .happenings(let happenings, let beside):
                (
                    happenings.flatMap { happening in
                        HookGroup(
                            happening, by: rules, of: source.kind,
                            id: happening.eventID(of: source.kind)
                        ).events.map(\.kind)
                    },
                    beside.first?.reason ?? .hidden
                )
            case .corrections(let groups, _, _): ([], .takesBack(groups.map { $0[0] }.list))
            case .passed(let passed): ([], passed.reason)
            case .revoked(let reason): ([], reason)
            case .challenge: ([], .challenge)
            }
        call.reply(
            .json(
                .object(
                    [.init("events", .array(events.map { JSON($0) }))]
                        + (events.isEmpty ? reason.members : []))))
    }

    private func source(named kind: Text) throws(Problem) -> Source {
        guard let source = Source.all.first(where: { $0.kind == kind }) else {
            throw .notFound("There is no source \"\(kind)\". There are: \(Source.kinds).")
        }
        return source
    }
}

extension Problem {
    package static func noSource(_ kind: Text) -> Problem {
        .notFound("No source \"\(kind)\" is set up in this room. Its owner does that with PUT.")
    }
}

extension Call {
    /// Returns the address that the room's owner enters at the platform of a kind. Without a `publicAddress` of the
    /// server, it begins with the host of the request.
    package func hookAddress(of kind: Text, at publicAddress: Text?) -> Text {
        let authority = request.authority.map { Text(decoding: $0.text) } ?? "localhost"
        let site = publicAddress ?? "http://\(authority)"
        return "\(site)/v1/hooks/\(room)/\(kind)"
    }
}
