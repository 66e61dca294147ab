import Access
import Assets
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Logging
import RoomRuntime
import Settings
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Lists, creates, suspends and deletes rooms over HTTP, sets their retention, and shows the audit log.
struct RoomController {
    let rooms: Rooms
    let recorder: EventRecorder
    let intake: Intake
    let historyReader: HistoryReader
    let administration: RoomAdministration
    let configurations: ConfigurationController
    let removal: RoomRemoval
    let assets: Assets
    let remoteViewers: RemoteViewers
    let recovery: Recovery
    let auditLog: any AuditLog
    /// The number of days that events are kept.
    let keepDays: Int
    let logger: Logger

    /// Lists rooms by name: `{"rooms": [{"name", "viewers", "waiting", "lastEventAt"}], "next"}`.
    func list(_ call: Call) throws(Problem) {
        let after = call.request.queryItem("after")
        guard after.map(RoomName.isValid) ?? true else {
            throw .badContent(
                ContentError(problems: [.init(pointer: "?after", detail: RoomName.rule)]))
        }
        let limit = try call.request.number("limit", in: 1...1000) ?? 100
        // One more than the page shows tells if there is another page.
        let here = rooms.names(after: after ?? "", limit: limit + 1)
        let entries = here.reduce(into: [:]) { $0[$1] = rooms.existing($1).map(entry) }
        let unread = Set(
            here.filter { rooms.existing($0).map { remoteViewers.areUnknown($0.output) } ?? true })
        try historyReader.answer(call, about: "") { [recovery] journal in
            let stored = try journal.log.names(after: after ?? "", limit: limit + 1)
            let names = Set(here).union(stored).sorted()
            let asked = names.prefix(limit).filter { entries[$0] == nil || unread.contains($0) }
            let viewers = try RemoteViewers.counts(of: asked, in: journal.log)
            let listed = names.prefix(limit).map { name in
                let entry = entries[name] ?? Self.entry(name, by: recovery)
                return entry.adding(viewers: viewers[name] ?? 0).json
            }
            let next = names.count > limit ? names[limit - 1] : nil
            return .json(
                .object([
                    .init("rooms", .array(listed)), .init("next", next.map(JSON.string) ?? .null),
                ]))
        }
    }

    /// Returns the list's entry for a room that is not in memory. A room that can't be read is listed too.
    private static func entry(_ name: Text, by recovery: Recovery) -> RoomEntry {
        do throws(JournalError) {
            return entry(name, try recovery.room(name))
        } catch {
            return RoomEntry(name, nil, lastEventAt: nil, isReadable: false)
        }
    }

    private static func entry(_ name: Text, _ room: LiveRoom?) -> RoomEntry {
        RoomEntry(name, room?.output, lastEventAt: room?.residency.lastEventAt)
    }

    private func entry(_ room: LiveRoom) -> RoomEntry {
        room.timeline.advance(toNanoseconds: LoopTimer.now)
        return Self.entry(room.name, room)
    }

    /// Replies with one room: its entry in the list, its suspension, and for how many days it keeps events.
    func show(_ call: Call) throws(Problem) {
        let room = try present(call.room)
        guard remoteViewers.areUnknown(room.output) else {
            return call.reply(.json(document(room)))
        }
        let (name, entry, rest) = (room.name, entry(room), settled(of: room))
        try historyReader.answer(call, about: name) { journal in
            let viewers = try RemoteViewers.counts(of: [name], in: journal.log)[name] ?? 0
            return .json(.object(entry.adding(viewers: viewers).json.members + rest))
        }
    }

    private func document(_ room: LiveRoom) -> JSON {
        .object(entry(room).json.members + settled(of: room))
    }

    private func settled(of room: LiveRoom) -> [JSON.Member] {
        let adminSettings = room.residency.adminSettings
        return [
            .init("suspended", adminSettings.suspension?.json ?? .null),
            .init("keepDays", .number(Double(min(adminSettings.keepDays ?? keepDays, keepDays)))),
            .init("version", .number(Double(administration.version(of: room.name)))),
        ]
    }

    private func present(_ name: Text) throws(Problem) -> LiveRoom {
        guard let room = rooms.existing(name) else {
            throw .notFound("There is no room \"\(name)\".")
        }
        return room
    }

    /// Creates a room. Its configuration is recorded as an event, so the room stays even if no other event
    /// comes.
    func create(_ call: Call) throws(Problem) {
        let name = JSON.object([.init("name", .string(call.room))])
        let room = rooms.glance(call.room)
        let wanted = WantedEvent(
            id: try call.bareEventID(), kind: .configure(room.configuration))
        guard room.isUnrecorded else { return call.reply(.json(name)) }
        try recorder.record(wanted, call) { acceptance in
            .json(name, status: acceptance.isRepeat ? 200 : 201)
        }
    }

    /// Sets the number of days that a room keeps its events.
    func setRetention(_ call: Call) throws(Problem) {
        let days = try call.body { [keepDays] (json) throws(ContentError) in
            try KeepingBody(json, most: keepDays).keepDays
        }
        let entry = AuditEntry(
            .keepDays, in: call.room, by: try call.caller,
            [.init("keepDays", days.map { .number(Double($0)) } ?? .null)])
        let room = try changeable(call.room)
        try administration.keep(
            room, days: days, basis: try call.basis, noting: entry, completion: answer(call))
    }

    /// Suspends a room: its streams are closed, and it takes no events and no viewers.
    func suspend(_ call: Call) throws(Problem) {
        let reason = try call.body(SuspensionBody.init).reason
        let caller = try call.caller
        let entry = AuditEntry(
            .suspend, in: call.room, by: caller, [.init("reason", .string(reason))])
        let room = try changeable(call.room)
        let suspension = RoomAdminSettings.Suspension(at: .now, doer: caller.key, reason: reason)
        try administration.suspend(
            room, suspension, basis: try call.basis, noting: entry, completion: answer(call))
    }

    func resume(_ call: Call) throws(Problem) {
        let room = try changeable(call.room)
        let entry = AuditEntry(.resume, in: call.room, by: try call.caller)
        try administration.suspend(
            room, nil, basis: try call.basis, noting: entry, completion: answer(call))
    }

    private func changeable(_ name: Text) throws(Problem) -> Text {
        if intake.isClosed { throw .draining }
        return try present(name).name
    }

    private func answer(_ call: Call) -> (Problem?) -> Void {
        { problem in
            // While suspended, a room takes no events, so its configuration could not be lowered to the
            // ceilings.
            if let resumed = rooms.existing(call.room),
                resumed.residency.adminSettings.suspension == nil
            {
                configurations.lower(resumed)
            }
            call.confirm(problem?.response ?? .json(document(rooms.glance(call.room))))
        }
    }

    // MARK: Audit log

    /// Lists the actions on a room that are not events.
    func audit(_ call: Call) throws(Problem) { try audit(call, of: call.room) }

    /// Lists the actions on all rooms, and those on the server as a whole.
    func auditOfAll(_ call: Call) throws(Problem) { try audit(call, of: nil) }

    private func audit(_ call: Call, of room: Text?) throws(Problem) {
        let after = Int64(try call.request.number("after", in: 0...9_007_199_254_740_991) ?? 0)
        let limit = try call.request.number("limit", in: 1...1000) ?? 100
        try historyReader.answer(call, about: room ?? "") { [auditLog] _ in
            .json(
                try AuditEntry.page(
                    auditLog.notes(of: room, after: after, limit: limit), after: after))
        }
    }

    /// Erases a room. Replies once all of it is erased, with the names of copies that may still have it.
    func delete(_ call: Call) throws(Problem) {
        let (name, caller) = (call.room, try call.caller)
        if intake.isClosed { throw .draining }
        let room = try present(name)
        logger.notice(
            "a room is to be deleted",
            metadata: ["room": "\(name)", "by": "\(caller.key ?? "")"])
        erase(room, call)
    }

    /// `isWithoutFiles`: the room's files have been removed already.
    private func erase(_ room: LiveRoom, _ call: Call, isWithoutFiles: Bool = false) {
        intake.erasures.begin(room.residency) {
            removal.forget(room)
        } completion: { result in
            switch result {
            case .success(let copies):
                let answer = Response.json(
                    .object([
                        .init("room", .string(room.name)),
                        .init("copies", .array(copies.map(JSON.string))),
                    ]), status: 202)
                assets.finishRemovals { call.confirm(answer) }
            case .failure(let error):
                // Remove its files first, because erasing a room needs some space on the disk.
                if error.isDiskFull, !isWithoutFiles, !assets.all(of: room.name).isEmpty {
                    return assets.forget(room.name) {
                        erase(room, call, isWithoutFiles: true)
                    }
                }
                call.reply(Problem.notErased(error, isWithoutFiles: isWithoutFiles).response)
            }
        }
    }
}
