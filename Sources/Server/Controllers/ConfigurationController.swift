import Access
import Cluster
import HTTPRouting
import History
import LiveRooms
import Logging
import Platforms
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Returns and changes a room's configuration and its catalogue over HTTP, within the server's ceilings.
final class ConfigurationController {
    private let rooms: Rooms
    private let recorder: EventRecorder
    private let intake: Intake
    private let loader: RoomLoader
    /// The upper bounds of all rooms' configurations; nil: none.
    private let ceilings: ConfigurationCeilings?
    private let logger: Logger

    init(
        rooms: Rooms, recorder: EventRecorder, intake: Intake, loader: RoomLoader,
        ceilings: ConfigurationCeilings?, logger: Logger
    ) {
        self.rooms = rooms
        self.recorder = recorder
        self.intake = intake
        self.loader = loader
        self.ceilings = ceilings
        self.logger = logger
    }

    func get(_ call: Call) {
        let configuration = rooms.glance(call.room).room.configuration
        call.reply(.json(ConfigurationDocument.write(configuration)))
    }

    func schema(_ call: Call) {
        let schema = ConfigurationSchema.document
        call.reply(.json(ceilings?.narrowing(schema) ?? schema))
    }

    func replace(_ call: Call) throws(Problem) {
        let configuration = try call.body { [ceilings] (json) throws(ContentError) in
            let wanted = try ConfigurationDocument.read(json)
            try Source.check(wanted)
            try Self.checkPictures(of: wanted)
            try wanted.leaders.checkTimeZone()
            return try ceilings?.fitted(wanted, sent: json) ?? wanted
        }
        try recorder.record(
            WantedEvent(id: call.bareEventID(), kind: .configure(configuration)), call,
            answer: Self.response)
    }

    func patch(_ call: Call) throws(Problem) {
        patch(call) { () throws(Problem) in try call.json() }
    }

    /// Sets a catalogue entry, and replaces the entry that has the same key.
    func setEntry(_ call: Call) throws(Problem) {
        patch(call) { () throws(Problem) in
            try call.body { (json) throws(ContentError) in
                try ConfigurationDocument.patch(settingEntry: call.item, to: json)
            }
        }
    }

    func deleteEntry(_ call: Call) throws(Problem) {
        let missing = { [rooms] () -> Problem? in
            let entries = rooms.glance(call.room).room.configuration.catalogue.entries
            return entries.contains { $0.key == call.item }
                ? nil : .notFound("The catalogue has no \"\(call.item)\".")
        }
        patch(call, unless: missing) { () throws(Problem) in
            ConfigurationDocument.patch(removingEntry: call.item)
        }
    }

    /// Sets one rule of a section.
    func setRule(_ call: Call, of section: Text) throws(Problem) {
        patch(call) { [rooms] () throws(Problem) in
            let current = rooms.glance(call.room).configuration
            return try call.body { (json) throws(ContentError) in
                try ConfigurationDocument.patch(
                    settingRule: call.item, of: section, to: json, in: current)
            }
        }
    }

    /// Deletes one rule of a section.
    func deleteRule(_ call: Call, of section: Text) throws(Problem) {
        let missing = { [rooms] () -> Problem? in
            let current = rooms.glance(call.room).room.configuration
            return ConfigurationDocument.hasRule(call.item, of: section, in: current)
                ? nil : .notFound("There is no rule \"\(call.item)\".")
        }
        patch(call, unless: missing) { [rooms] () throws(Problem) in
            ConfigurationDocument.patch(
                removingRule: call.item, of: section, in: rooms.glance(call.room).configuration)
        }
    }

    /// Patches the configuration once all pending configurations have been applied. `check` returns a problem
    /// if the patch can't be made.
    private func patch(
        _ call: Call, unless check: @escaping () -> Problem? = { nil },
        _ patch: @escaping () throws(Problem) -> JSON
    ) {
        let room = rooms.glance(call.room)
        let again = { [unowned self] in
            loader.whenLoaded(call.room, for: call.admission) { [unowned self] problem in
                if let problem { return call.reply(problem.response) }
                self.patch(call, unless: check, patch)
            }
        }
        room.pendingEvents.onceConfigured { [unowned self] in
            // The room was replaced while the request waited: load the new one.
            if room.residency.isReplaced { return again() }
            do throws(Problem) {
                var wanted = try patched(call, with: patch())
                wanted.fault = wanted.fault ?? check()
                wanted.again = again
                try recorder.record(wanted, call, answer: Self.response)
            } catch {
                call.reply(error.response)
                // The configuration that the request waited for may have been refused. Then the room may be
                // unused.
                rooms.release(rooms.glance(call.room))
            }
        }
    }

    private func patched(_ call: Call, with patch: JSON) throws(Problem) -> WantedEvent {
        let current = rooms.glance(call.room).configuration
        var wanted = WantedEvent(id: try call.bareEventID(), kind: .configure(current))
        wanted.patch = patch
        do throws(ContentError) {
            let changed = try ConfigurationDocument.patch(current, with: patch)
            if changed.catalogue != current.catalogue || changed.alerts != current.alerts
                || changed.stage.imageHosts != current.stage.imageHosts
            {
                try Self.checkPictures(of: changed)
            }
            if changed.sources.hold != current.sources.hold { try Source.check(changed) }
            if changed.leaders.timeZone != current.leaders.timeZone {
                try changed.leaders.checkTimeZone()
            }
            wanted.kind = .configure(try ceilings?.fitted(changed, sent: patch) ?? changed)
        } catch {
            wanted.fault = .badContent(error)
        }
        return wanted
    }

    /// Throws if the catalogue or a rule has pictures that the room's pages may not load.
    private static func checkPictures(of configuration: Configuration) throws(ContentError) {
        let faults = Event.Kind.configure(configuration).pictureFaults(
            hosts: PictureHosts(configuration.stage.imageHosts))
        guard faults.isEmpty else { throw ContentError(problems: faults) }
    }

    private static func response(_ acceptance: Acceptance) -> Response {
        .json(acceptance.configuration)
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
}
