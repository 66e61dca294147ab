package import Access
package import HTTPRouting
import History
import Journal
package import LiveRooms
package import Logging
import Monitoring
package import Platforms
import RoomRuntime
import Settings
import Stage
import Texts
package import Transport
import Wire

/// Receives the webhook requests (deliveries) of platforms and records their events.
package struct HookController {
    let rooms: Rooms
    let sources: SourceSettings
    let keys: Keys
    let limiter: Limiter
    let intake: Intake
    let retractions: PlatformRetractions
    let logger: Logger

    package init(
        rooms: Rooms, sources: SourceSettings, keys: Keys, limiter: Limiter, intake: Intake,
        retractions: PlatformRetractions, logger: Logger
    ) {
        self.rooms = rooms
        self.sources = sources
        self.keys = keys
        self.limiter = limiter
        self.intake = intake
        self.retractions = retractions
        self.logger = logger
    }

    /// Handles a delivery. The answer is sent once all of its events are on disk.
    package func receive(_ call: Call, _ source: Source) throws(Problem) {
        guard !call.request.comesFromForeignPage else { throw .foreignOrigin }
        let setting = sources.setting(source.kind, of: call.room)
        let proof = setting.flatMap { source.proof(secret: $0.secret, settings: $0.settings) }
        if source.isSigned, proof == nil { throw .noSource(source.kind) }
        let delivery = Delivery(
            call, currency: rooms.glance(call.room).configuration.sources.currency)
        do throws(Problem) {
            var call = call
            if let proof {
                try Self.verify(delivery, source, proof)
                // The limits count only deliveries whose signature is valid: a stranger must not use up the
                // platform's share.
                try limiter.takeDelivery(for: call.room)
                call = signed(call, source, proof)
            }
            try handle(source.content(of: delivery, setting), of: source, delivery, call)
        } catch {
            refuse(error, of: source, call)
            throw error
        }
    }

    /// Returns the call with the right of the platform that signed it with `proof`. The right ends when the
    /// room's source has another proof.
    private func signed(_ call: Call, _ source: Source, _ proof: Text) -> Call {
        call.made(
            by: call.admission.unless { () throws(Problem) in
                let setting = sources.setting(source.kind, of: call.room)
                guard
                    setting.flatMap({ source.proof(secret: $0.secret, settings: $0.settings) })
                        == proof
                else { throw .noSource(source.kind) }
            })
    }

    /// Handles a delivery whose path contains a key. The key may post to this source of this room only.
    package func receiveByAddress(_ call: Call, _ source: Source) throws(Problem) {
        guard let key = Key(call.item), let grant = keys.ring.grant(of: key),
            grant.isCurrent(at: .now), grant.room == call.room, grant.source == source.kind
        else { throw .unauthorized }
        var holder = Caller(grant)
        holder.address = try call.caller.address
        try limiter.takeRequest(of: holder, in: call.room)
        try receive(call.made(by: Admission(holder, by: keys)), source)
    }

    private func handle(
        _ reading: DeliveryContent, of source: Source, _ delivery: Delivery, _ call: Call
    ) throws(Problem) {
        switch reading {
        case .happenings(let happenings, var beside):
            let isHeld = rooms.glance(call.room).configuration.sources.holds(source.kind)
            let groups = groups(
                of: happenings, source, in: call.room, isHeld: isHeld, passing: &beside)
            if groups.isEmpty { return pass(beside, of: source, delivery, call) }
            try record(
                isHeld ? groups.map { $0.held(of: source.kind) } : groups.flatMap(\.events),
                beside, of: source, delivery, call)
        case .corrections(let groups, let type, let beside):
            let own = groups.map { names in names.map { "\(source.kind):\($0)" as Text } }
            let made = { (events: [[HookEvent]]) throws(Problem) in
                var beside = beside
                let unknown = zip(groups, events).filter { $1.isEmpty }.map { $0.0[0] }
                if unknown.count == groups.count {
                    beside.insert(PassedOver(type, .notHere()), at: 0)
                    return pass(beside, of: source, delivery, call)
                }
                if !unknown.isEmpty {
                    beside.append(PassedOver(type, .notHere(unknown.list)))
                }
                // The limits counted each part of a streak when it arrived.
                let counted = events.flatMap { $0.prefix(HookEvent.mostEvents) }
                try record(
                    events.flatMap(\.self), counting: counted, beside, of: source, delivery,
                    call)
            }
            let fail = { (problem: Problem) in
                refuse(problem, of: source, call)
                call.reply(problem.response)
            }
            try retractions.find(own, in: call.room, for: call.admission, fail: fail, then: made)
        case .passed(let passed): pass([passed], of: source, delivery, call)
        case .challenge(let challenge):
            sources.count(.challenged, source.kind, of: call.room)
            call.reply(
                Response(
                    status: 200,
                    headers: [("Content-Type", "text/plain")] + Response.guards,
                    body: Array(challenge.utf8)))
        case .revoked(let reason):
            sources.count(.revoked, source.kind, of: call.room, fault: reason)
            logger.warning(
                "a source has been revoked",
                metadata: ["room": "\(call.room)", "source": "\(source.kind)"])
            call.reply(.json(.object([.init("events", .array([]))])))
        }
    }

    /// Returns the events that a delivery makes. Its parts without an event are added to `beside`. All events after the
    /// first name it, so that a delivery makes one alert; held events are decided one by one, so each has its own.
    private func groups(
        of happenings: [PlatformEvent], _ source: Source, in name: Text, isHeld: Bool,
        passing beside: inout [PassedOver]
    ) -> [HookGroup] {
        let glance = rooms.glance(name)
        let rules = glance.configuration.sources
        var told: Set<Reason> = []
        var leader: Text?
        return happenings.map { happening in
            if let reason = worthless(happening, by: rules), told.insert(reason).inserted,
                !sources.hasPassed(reason, source.kind, of: name)
            {
                beside.append(PassedOver("", reason, isPrivate: true))
            }
            let id = happening.eventID(of: source.kind)
            let group = HookGroup(
                happening, by: rules, of: source.kind, id: id,
                first: happening.countedReport.flatMap {
                    glance.first(reporting: $0.report, id: id, count: $0.count)
                },
                leader: isHeld ? nil : leader)
            leader = leader ?? group.events[0].kind.origin?.with ?? group.events[0].id
            // Drop an event that comes beside a gift if the room has no place for it, so that the gift itself
            // is accepted.
            return group.without { event in
                guard event.role == .beside, glance.timeline.refusal(of: event.kind) != nil else {
                    return false
                }
                beside.append(PassedOver("", .noPlace(event.kind.word), isPrivate: true))
                return true
            }
        }
    }

    /// Returns the reason why a donation has no value in the room; nil: it has a value, or is a test.
    private func worthless(_ happening: PlatformEvent, by rules: SourcesConfiguration) -> Reason? {
        guard !happening.isTest, let currency = happening.amount?.currency, !currency.isEmpty,
            currency != rules.currency
        else { return nil }
        return .otherCurrency(currency)
    }

    private func refuse(_ problem: Problem, of source: Source, _ call: Call) {
        sources.count(.refused, source.kind, of: call.room, fault: problem.reason)
    }

    /// Answers a delivery that makes no event.
    private func pass(
        _ passed: [PassedOver], of source: Source, _ delivery: Delivery, _ call: Call
    ) {
        keep(passed, of: source, delivery, in: call.room)
        let reason = passed.first?.reason ?? .unknownType
        call.reply(.json(.object([.init("events", .array([]))] + reason.members)))
    }

    /// Keeps the ignored parts of a delivery for the room's owner to see.
    private func keep(
        _ passed: [PassedOver], of source: Source, _ delivery: Delivery, in room: Text
    ) {
        for one in passed {
            let payload = one.isPrivate ? nil : one.part ?? (try? JSON(parsing: delivery.body))
            sources.pass(
                source.kind, of: room, type: one.type, reason: one.reason,
                payload: payload ?? .null)
        }
    }

    // MARK: Recording

    /// Records the events of a delivery. `counted`: the events that the limits count; nil: all. `beside`: the
    /// ignored parts, which are listed once the events are recorded.
    private func record(
        _ wanted: [HookEvent], counting counted: [HookEvent]? = nil, _ beside: [PassedOver],
        of source: Source, _ delivery: Delivery, _ call: Call
    ) throws(Problem) {
        let (glance, caller) = (rooms.glance(call.room), try call.caller)
        for event in counted ?? wanted {
            try limiter.takeEvent(event.kind, for: glance.name, with: glance.room, by: caller)
        }
        let room = try rooms.room(call.room)
        let results = HookResults(count: wanted.count) { answers in
            let outcome = HookAnswer(answers, to: wanted)
            if outcome.problem == nil { keep(beside, of: source, delivery, in: call.room) }
            keepTaken(answers, wanted, of: source, delivery, in: call.room)
            sources.count(
                outcome.outcome, source.kind, of: call.room, fault: outcome.problem?.reason)
            call.confirm(outcome.response(takenStatus: source.takenStatus))
            // Remove the room if it was created for the refused delivery.
            if outcome.problem != nil { rooms.release(room) }
        }
        HookSubmissions(
            events: wanted, room: room, admission: call.admission, intake: intake, results: results
        ).submit()
    }

    /// Lists a delivery among the ignored ones if its ID was recorded with other content.
    private func keepTaken(
        _ answers: [HookResults.Answer], _ wanted: [HookEvent], of source: Source,
        _ delivery: Delivery, in room: Text
    ) {
        let taken = zip(answers, wanted).first { answer, event in
            guard case .failure(let problem) = answer, !event.isBeside else { return false }
            return problem.type.word == ProblemType.idTaken.word
        }
        guard let event = taken?.1, let id = event.id else { return }
        sources.list(
            source.kind, of: room, type: event.kind.word, reason: .taken(id),
            payload: (try? JSON(parsing: delivery.body)) ?? .null)
    }

    // MARK: Reading

    private static func verify(
        _ delivery: Delivery, _ source: Source, _ proof: Text
    ) throws(Problem) {
        do throws(DeliveryFault) {
            try source.verify(delivery, proof)
        } catch {
            throw .undeliverable(error)
        }
    }
}

extension PlatformEvent {
    /// The event's gift report and its number of gifts; nil for a test, which belongs to no report.
    fileprivate var countedReport: (report: GiftReport, count: Int)? {
        guard !isTest, case .gift(_, let count, _, let report?) = deed else { return nil }
        return (report, count)
    }
}

extension Request {
    /// True if a browser sends the request for a page of another site (Fetch Metadata).
    package var comesFromForeignPage: Bool {
        guard let site = header("Sec-Fetch-Site") else { return false }
        return site != "none" && site != "same-origin"
    }
}

extension Problem {
    private static func mediaType(_ type: Text) -> Problem {
        var problem = Problem(.mediaType, detail: "The platform sends no other type.")
        problem.title = "The body must be \(type)"
        return problem
    }

    private static func unsigned(_ reason: Reason) -> Problem {
        var problem = Problem(.signature, detail: reason.sentence)
        problem.cause = reason
        return problem
    }

    /// The reason for the refusal, as the room's owner sees it.
    fileprivate var reason: Reason {
        cause as? Reason
            ?? Reason(
                type.word, about: errors.isEmpty ? nil : errors.map(\.pointer).list,
                detail ?? title)
    }

    static func undeliverable(_ fault: DeliveryFault) -> Problem {
        switch fault {
        case .forged: unsigned(.forged)
        case .stale: unsigned(.stale)
        case .mediaType(let type): .mediaType(type)
        case .syntax(let error): .notJSON(error)
        case .unfit(let error): .badContent(error)
        }
    }
}
