import Journal
import Logging
import Platforms
import Stage
import Texts
import Transport
import Wire

/// What platforms post.
extension Application {
    /// Takes a delivery: it is answered once all events that are made of it are on disk.
    func hook(_ call: Call, _ source: Source) throws(Problem) {
        guard !call.request.comesFromForeignPage else { throw .foreignOrigin }
        let setting = sources.setting(source.kind, of: call.room)
        if source.isSigned, setting?.secret == nil { throw .noSource(source.kind) }
        let delivery = delivery(of: call)
        let reading: Reading
        do throws(Problem) {
            if let secret = setting?.secret, source.isSigned {
                try Self.verify(delivery, source, secret)
            }
            reading = try read(delivery, source, setting)
        } catch {
            sources.count(.refused, source.kind, of: call.room, fault: error.detail ?? error.title)
            throw error
        }
        try take(reading, of: source, delivery, call)
    }

    private func take(
        _ reading: Reading, of source: Source, _ delivery: Delivery, _ call: Call
    ) throws(Problem) {
        switch reading {
        case .happenings(let happenings):
            let rules = rooms.glance(call.room).configuration.sources
            // What only comes with a gift must not keep it away where there is no place for it.
            let room = rooms.glance(call.room).room
            let wanted = happenings.flatMap { $0.wanted(by: rules, of: source.kind) }
                .filter { !$0.isBeside || room.refusal(of: $0.kind) == nil }
            guard wanted.isEmpty else {
                let isHeld = rules.holds(source.kind)
                return try record(
                    isHeld ? [.held(wanted, of: source.kind)] : wanted, of: source, call)
            }
            pass(
                "", "the room's configuration shows nothing of this kind", of: source, delivery,
                call)
        case .corrections(let ids, let type):
            let own = ids.map { "\(source.kind):\($0)" as Text }
            let made = { [unowned self] (events: [HookEvent]) throws(Problem) in
                guard events.isEmpty else { return try record(events, of: source, call) }
                pass(type, "what it takes back is not known here", of: source, delivery, call)
            }
            try takeBack(own, in: call.room, fail: { call.reply($0.response) }, then: made)
        case .passed(let type, let reason, let isPrivate):
            pass(type, reason, isPrivate: isPrivate, of: source, delivery, call)
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

    private func pass(
        _ type: Text, _ reason: String, isPrivate: Bool = false, of source: Source,
        _ delivery: Delivery, _ call: Call
    ) {
        let payload = isPrivate ? nil : try? JSON(parsing: delivery.body)
        sources.pass(
            source.kind, of: call.room, type: type, reason: reason, payload: payload ?? .null)
        call.reply(
            .json(
                .object([
                    .init("events", .array([])), .init("reason", .string(Text(reason))),
                ])))
    }

    // MARK: Recording

    private func record(
        _ wanted: [HookEvent], of source: Source, _ call: Call
    ) throws(Problem) {
        let glance = rooms.glance(call.room)
        for event in wanted { try limiter.takeEvent(event.kind, for: glance, by: call.caller) }
        let room = try rooms.room(call.room)
        let hosts = room.configuration.stage.imageHosts
        let results = HookResults(count: wanted.count) { [rooms, sources] answers in
            let outcome = HookAnswer(answers)
            sources?.count(
                outcome.outcome, source.kind, of: call.room, fault: outcome.problem?.detail)
            call.reply(outcome.response(takenStatus: source.takenStatus))
            // A room that came into being for what is refused goes with it.
            if outcome.problem != nil { rooms.release(room) }
        }
        for (place, event) in wanted.enumerated() {
            intake.accept(
                Submission(
                    room: room, id: event.id, kind: event.kind.withoutForeignPictures(hosts: hosts),
                    key: call.caller.key
                ) { results.put($0, at: place) })
        }
    }

    // MARK: Reading

    func delivery(of call: Call) -> Delivery {
        Delivery(
            body: call.request.body, wallMicroseconds: WallTime.now.microseconds,
            field: { [request = call.request] in request.header($0) },
            microseconds: { WallTime($0)?.microseconds })
    }

    private static func verify(
        _ delivery: Delivery, _ source: Source, _ secret: Text
    ) throws(Problem) {
        do throws(DeliveryFault) {
            try source.verify(delivery, secret)
        } catch {
            throw .undeliverable(error)
        }
    }

    func read(
        _ delivery: Delivery, _ source: Source, _ setting: SourceSetting?
    ) throws(Problem) -> Reading {
        do throws(DeliveryFault) {
            return try source.read(delivery, setting?.settings ?? .object([]))
        } catch {
            throw .undeliverable(error)
        }
    }
}

extension Request {
    /// Whether a browser sends it for a page of another site (Fetch Metadata).
    var comesFromForeignPage: Bool {
        guard let site = header("Sec-Fetch-Site") else { return false }
        return site != "none" && site != "same-origin"
    }
}

extension Problem {
    private static func mediaType(_ type: Text) -> Problem {
        var problem = Problem(.mediaType, detail: "This source sends nothing else.")
        problem.title = "The body must be \(type)"
        return problem
    }

    fileprivate static func undeliverable(_ fault: DeliveryFault) -> Problem {
        switch fault {
        case .forged:
            Problem(
                .signature,
                detail: "Nothing was recorded. Compare the secret at the platform with the room's.")
        case .stale:
            Problem(
                .signature,
                detail: "It was signed at another time: too long ago, or the clocks differ. "
                    + "Nothing was recorded.")
        case .mediaType(let type): .mediaType(type)
        case .syntax(let error): .notJSON(error)
        case .unfit(let error): .badContent(error)
        }
    }
}
