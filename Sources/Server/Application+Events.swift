import Access
import HTTPRouting
import Journal
import Logging
import Monitoring
import Platforms
import RoomRuntime
import Settings
import Stage
import Texts
import Timeline
import Transport
import Wire

/// HTTP handlers that record an event, such as a gift, a call or a changed configuration, and so change a room.
extension Application {
    /// Records the event that `read` makes of a request's body.
    func post(
        _ call: Call, _ read: (JSON) throws(ContentError) -> EventBody.Request
    ) throws(Problem) {
        try record(shown(call, identified(call, call.body(read))), call)
    }

    /// Records an event that the path describes completely. A body may only give the event an ID.
    func post(_ call: Call, _ kind: Event.Kind) throws(Problem) {
        try record(keyed(call, kind), call)
    }

    /// Shows a recorded gift, call or caption again by recording a new event.
    func replay(_ call: Call) throws(Problem) {
        let id = try bareID(call)
        handOver(rooms.glance(call.room).records)
        try historyReader.ask(about: call.room, for: call.admission) {
            [room = call.room, item = call.item] journal in
            try journal.wholeHistory(of: room).event(id: item)
        } _: { [unowned self] recorded in
            do throws(Problem) {
                guard let event = try recorded.get() else {
                    throw .notFound("No event \"\(call.item)\" is recorded in this room.")
                }
                try record(Wanted(id: id, kind: event.replayed(as: call.item)), call)
            } catch {
                call.reply(error.response)
            }
        }
    }

    /// Creates a room. Its configuration is recorded as an event, so the room stays even if no other event
    /// comes.
    func putRoom(_ call: Call) throws(Problem) {
        let name = JSON.object([.init("name", .string(call.room))])
        let room = rooms.glance(call.room)
        let wanted = try keyed(call, .configure(room.configuration))
        guard room.isUnrecorded else { return call.reply(.json(name)) }
        try record(wanted, call) { acceptance in
            .json(name, status: acceptance.isRepeat ? 200 : 201)
        }
    }

    func putConfiguration(_ call: Call) throws(Problem) {
        try record(keyed(call, .configure(given(call))), call, answer: Self.configuration)
    }

    func patchConfiguration(_ call: Call) throws(Problem) {
        configure(call) { () throws(Problem) in try call.json() }
    }

    /// Sets a catalogue entry, and replaces the entry that has the same key.
    func putEntry(_ call: Call) throws(Problem) {
        configure(call) { () throws(Problem) in
            try call.body { (json) throws(ContentError) in
                try ConfigurationDocument.patch(settingEntry: call.item, to: json)
            }
        }
    }

    /// Removes a catalogue entry.
    func deleteEntry(_ call: Call) throws(Problem) {
        let missing = { [rooms] () -> Problem? in
            let entries = rooms.glance(call.room).room.configuration.catalogue.entries
            return entries.contains { $0.key == call.item }
                ? nil : .notFound("The catalogue has no \"\(call.item)\".")
        }
        configure(call, unless: missing) { () throws(Problem) in
            ConfigurationDocument.patch(removingEntry: call.item)
        }
    }

    /// Patches the configuration once all pending configurations have been applied. `check` returns a problem
    /// if the patch can't be made.
    private func configure(
        _ call: Call, unless check: @escaping () -> Problem? = { nil },
        _ patch: @escaping () throws(Problem) -> JSON
    ) {
        let room = rooms.glance(call.room)
        let again = { [unowned self] in
            loader.whenLoaded(call.room, for: call.admission) { [unowned self] problem in
                if let problem { return call.reply(problem.response) }
                configure(call, unless: check, patch)
            }
        }
        room.pendingEvents.onceConfigured { [unowned self] in
            // The room was replaced while the request waited: load the new one.
            if room.residency.isReplaced { return again() }
            do throws(Problem) {
                var wanted = try patched(call, with: patch())
                wanted.fault = wanted.fault ?? check()
                wanted.again = again
                try record(wanted, call, answer: Self.configuration)
            } catch {
                call.reply(error.response)
                // The configuration that the request waited for may have been refused. Then the room may be
                // unused.
                rooms.release(rooms.glance(call.room))
            }
        }
    }

    /// Lowers a room's configuration to the server's ceilings, which may have changed since the configuration
    /// was set. The change is an event of the server itself.
    func lower(_ room: LiveRoom) {
        guard let ceilings, ceilings.areExceeded(by: room.room.configuration) else { return }
        let lowered = ceilings.lowered(room.room.configuration)
        intake.accept(
            Submission(room: room, id: nil, kind: .configure(lowered), admission: .server) {
                [logger] result in
                let outcome =
                    if case .failure(let problem) = result {
                        "stays: \(problem.detail ?? problem.title)"
                    } else {
                        "was lowered"
                    }
                logger.warning("room \(room.name)'s configuration is over a ceiling and \(outcome)")
            })
    }

    /// Records an event under an ID of the server's; nil: a new ID.
    func record(_ kind: Event.Kind, as id: Text?, _ call: Call) throws(Problem) {
        try record(Wanted(id: id, kind: kind), call)
    }

    /// Records an event, and replies with the response that `answer` makes of the result.
    private func record(
        _ wanted: Wanted, _ call: Call,
        answer: @escaping (Acceptance) -> Response = receipt
    ) throws(Problem) {
        if let fault = wanted.fault, wanted.id == nil { throw fault }
        try limiter.takeEvent(
            wanted.kind, for: call.room, with: rooms.glance(call.room).room, by: call.caller)
        let room = try rooms.room(call.room)
        intake.accept(
            Submission(
                room: room, id: wanted.id, kind: wanted.kind, admission: call.admission,
                patch: wanted.patch, fault: wanted.fault, again: wanted.again
            ) { [rooms] result in
                switch result {
                // A repeat reads an earlier receipt, so the caller's right is checked again.
                case .success(let acceptance) where acceptance.isRepeat:
                    call.reply(answer(acceptance))
                case .success(let acceptance): call.confirm(answer(acceptance))
                case .failure(let problem):
                    call.reply(problem.response)
                    // Remove the room if it was created for the refused event.
                    rooms.release(room)
                }
            })
    }

    private static func receipt(_ acceptance: Acceptance) -> Response {
        .json(acceptance.receipt.json, status: acceptance.isRepeat ? 200 : 202)
    }

    private static func configuration(_ acceptance: Acceptance) -> Response {
        .json(acceptance.configuration)
    }

    /// The event that a request asks for.
    private struct Wanted {
        var id: Text?
        var kind: Event.Kind
        var patch: JSON?
        /// The reason why the current configuration does not allow the event. It is reported unless the event
        /// repeats a recorded one.
        var fault: Problem?
        /// Handles the request again if another server has changed the configuration meanwhile.
        var again: (() -> Void)?
    }

    private func keyed(_ call: Call, _ kind: Event.Kind) throws(Problem) -> Wanted {
        Wanted(id: try bareID(call), kind: kind)
    }

    /// Returns the event, with a fault if it has pictures that the room's pages may not load.
    private func shown(_ call: Call, _ wanted: Wanted) -> Wanted {
        let hosts = PictureHosts(rooms.glance(call.room).configuration.stage.imageHosts)
        let faults = wanted.kind.pictureFaults(hosts: hosts)
        guard !faults.isEmpty else { return wanted }
        var wanted = wanted
        wanted.fault = .badContent(ContentError(problems: faults))
        return wanted
    }

    private func given(_ call: Call) throws(Problem) -> Configuration {
        try call.body { [ceilings] (json) throws(ContentError) in
            let wanted = try ConfigurationDocument.read(json)
            try Source.check(wanted)
            try Self.checkPictures(of: wanted)
            return try ceilings?.fitted(wanted, sent: json) ?? wanted
        }
    }

    /// Throws if the catalogue has pictures that the room's pages may not load.
    private static func checkPictures(of configuration: Configuration) throws(ContentError) {
        let faults = Event.Kind.configure(configuration).pictureFaults(
            hosts: PictureHosts(configuration.stage.imageHosts))
        guard faults.isEmpty else { throw ContentError(problems: faults) }
    }

    private func patched(_ call: Call, with patch: JSON) throws(Problem) -> Wanted {
        let current = rooms.glance(call.room).configuration
        var wanted = try keyed(call, .configure(current))
        wanted.patch = patch
        do throws(ContentError) {
            let changed = try ConfigurationDocument.patch(current, with: patch)
            if changed.catalogue != current.catalogue
                || changed.stage.imageHosts != current.stage.imageHosts
            {
                try Self.checkPictures(of: changed)
            }
            if changed.sources.hold != current.sources.hold { try Source.check(changed) }
            wanted.kind = .configure(try ceilings?.fitted(changed, sent: patch) ?? changed)
        } catch {
            wanted.fault = .badContent(error)
        }
        return wanted
    }

    // MARK: IDs

    private func identified(
        _ call: Call, _ wanted: EventBody.Request
    ) throws(Problem) -> Wanted {
        Wanted(id: try id(wanted.id, of: call), kind: wanted.kind)
    }

    /// Returns the ID in the body, or else in the header. Throws if they differ.
    private func id(_ given: Text?, of call: Call) throws(Problem) -> Text? {
        let key = try key(of: call.request)
        if let key, let given, key != given {
            throw .badContent(
                ContentError(problems: [
                    .init(pointer: "/id", detail: "differs from the header Idempotency-Key")
                ]))
        }
        if let given { try Self.checkNotDerived(given) }
        return given ?? key
    }

    /// Returns the ID of a request whose path describes the whole event. The ID is in a header, or for a POST
    /// in a body that has nothing else.
    private func bareID(_ call: Call) throws(Problem) -> Text? {
        guard call.request.method == .post, !call.request.body.isEmpty else {
            return try key(of: call.request)
        }
        let given = try call.body { (json) throws(ContentError) in try EventBody.bareID(json) }
        return try id(given, of: call)
    }

    /// Returns the value of the header Idempotency-Key, with or without the quotes of a structured field.
    func key(of request: Request) throws(Problem) -> Text? {
        guard var key = request.header("Idempotency-Key") else { return nil }
        let quote = UInt8(ascii: "\"")
        if key.byteCount >= 2, key.utf8.first == quote, key.utf8.last == quote {
            key = Text(decoding: key.utf8.dropFirst().dropLast())
        }
        guard key.utf8.first != quote, key.utf8.last != quote else {
            throw .badContent(
                ContentError(problems: [
                    .init(pointer: "/id", detail: "the header Idempotency-Key has a quote too many")
                ]))
        }
        // Bytes that are not UTF-8 are read as U+FFFD, so different IDs would become equal.
        guard !key.scalars.contains("\u{FFFD}") else {
            throw .badContent(
                ContentError(problems: [
                    .init(pointer: "/id", detail: "the header Idempotency-Key is not UTF-8")
                ]))
        }
        let id: Text
        do throws(ContentError) {
            id = try EventBody.id(key)
        } catch {
            throw .badContent(error)
        }
        try Self.checkNotDerived(id)
        return id
    }
}

extension Route.Action where Context == Application {
    /// Records the event that `read` makes of the body.
    static func event(
        _ read: @escaping @Sendable (JSON) throws(ContentError) -> EventBody.Request
    ) -> Self {
        .answer { application in
            { (call) throws(Problem) in try application.post(call, read) }
        }
    }

    /// Records the event that `read` makes of the path's item and of the body.
    static func event(
        _ read: @escaping @Sendable (Text, JSON) throws(ContentError) -> EventBody.Request
    ) -> Self {
        .answer { application in
            { (call) throws(Problem) in
                try application.post(call) { (json) throws(ContentError) in
                    try read(call.item, json)
                }
            }
        }
    }

    /// Records the event that `kind` makes of the path's item.
    static func event(_ kind: @escaping @Sendable (Text) -> Event.Kind) -> Self {
        .answer { application in
            { (call) throws(Problem) in try application.post(call, kind(call.item)) }
        }
    }
}

extension StoredEvent {
    /// Decodes the event. Throws if it can't be read.
    func kind() throws(Problem) -> Event.Kind {
        do {
            return try Event.Kind(stored: JSON(parsing: Array(body.utf8)))
        } catch {
            throw .unreadable(.storage(code: 0, message: "event \(seq) can't be read"))
        }
    }

    /// Returns the event that shows this one again, marked as a replay. Throws for other events.
    fileprivate func replayed(as id: Text) throws(Problem) -> Event.Kind {
        switch try kind() {
        case .gift(let gift, _): return .gift(gift.alone(), mark: .replay(of: id))
        case .call(let person, _): return .call(person, mark: .replay(of: id))
        case .caption(let caption, _): return .caption(caption, mark: .replay(of: id))
        case let kind: throw .notShown(kind, "shown again")
        }
    }
}

extension Problem {
    /// The event is not a gift, call or caption, so it can't be `done`: replayed or retracted.
    static func notShown(_ kind: Event.Kind, _ done: String) -> Problem {
        .badContent(
            ContentError(problems: [
                .init(
                    pointer: "",
                    detail: "only gifts, calls and captions are \(done), and this is a "
                        + kind.word.string)
            ]))
    }
}
