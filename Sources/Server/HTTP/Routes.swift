import Platforms
import Stage
import Transport
import Wire

/// The list of all HTTP calls and WebSockets.
extension Route {
    private static let posting = Permission.only([.ingest, .owner])
    private static let steering = Permission.only([.deck, .owner])
    private static let owning = Permission.only([.owner])
    private static let reading = Permission.only([.ingest, .deck, .owner])

    /// All routes, in the order of the documentation.
    static let all: [Route] =
        events + looking + assets + access + hooks + [
            Route(
                .get, "/v1/rooms", .only([.admin]), 200, "rooms", "the rooms there are",
                .answer(Application.roomList)),
            Route(
                .get, "/v1/rooms/{room}", owning, 200, "rooms",
                "who watches, what waits, whether it is suspended", .answer(Application.getRoom)),
            Route(
                .put, "/v1/rooms/{room}", .only([.admin]), 201, "rooms", "makes a room",
                .answer(Application.putRoom)),
            Route(
                .patch, "/v1/rooms/{room}", owning, 200, "rooms",
                "sets for how many days it keeps events", .answer(Application.keepRoom)),
            Route(
                .delete, "/v1/rooms/{room}", .only([.admin]), 202, "rooms", "deletes a room",
                .answer(Application.deleteRoom)),
            Route(
                .put, "/v1/rooms/{room}/suspension", .only([.admin]), 200, "suspension",
                "suspends it", .answer(Application.suspendRoom)),
            Route(
                .delete, "/v1/rooms/{room}/suspension", .only([.admin]), 200, "suspension",
                "resumes it", .answer(Application.resumeRoom)),
            Route(
                .get, "/v1/audit", .only([.admin]), 200, "audit",
                "who changed keys, sources, files, suspensions and keep days",
                .answer(Application.auditOfAll)),
            Route(
                .get, "/v1/schema/config", .only(Set(Role.shown)), 200, "configuration",
                "the JSON Schema of a configuration", .answer(Application.schema)),
            Route(.get, "/healthz", .monitors, 200, "health", "alive", .answer(Application.health)),
            Route(
                .get, "/readyz", .monitors, 200, "health", "able to take and keep events",
                .answer(Application.readiness)),
            Route(
                .get, "/metrics", .only([.admin]), 200, "health", "Prometheus text",
                .answer(Application.metricsPage)),
            Route(
                .get, "/overlay/{room}", .everybody, 200, "overlay", "the page for OBS",
                .answer(Application.overlay)),
            Route(
                .get, "/studio/{room}", .everybody, 200, "studio", "the streamer's control panel",
                .answer(Application.studio)),
            Route(
                .get, "/", .everybody, 200, "studio",
                "the only room's studio, else a list of rooms",
                .answer(Application.studio)),
            Route(
                .get, "/web/{path…}", .everybody, 200, "overlay", "the page's files",
                .answer(Application.file)),
        ]

    /// Calls that change a room.
    private static let events: [Route] = [
        Route(
            .post, "/v1/rooms/{room}/gifts", posting, 202, "gifts", "a gift",
            .event(EventBody.gift)),
        Route(
            .post, "/v1/rooms/{room}/calls", posting, 202, "calls", "an incoming call",
            .event(EventBody.call)),
        Route(
            .delete, "/v1/rooms/{room}/calls/{call}", .touching([.viewer, .ingest, .owner]), 202,
            "calls", "dismisses a card, standing or waiting", .event(Event.Kind.dismiss)),
        Route(
            .post, "/v1/rooms/{room}/calls/{call}/tap", .touching([.viewer, .owner]), 202, "calls",
            "taps a standing card", .event(Event.Kind.tap)),
        Route(
            .put, "/v1/rooms/{room}/counters/{name}", posting, 202, "counters",
            "sets or animates a counter", .event(EventBody.counter)),
        Route(
            .delete, "/v1/rooms/{room}/counters/{name}", posting, 202, "counters",
            "removes it", .event(Event.Kind.deleteCounter)),
        Route(
            .put, "/v1/rooms/{room}/goals/{name}", posting, 202, "goals", "sets a goal",
            .event(EventBody.goal)),
        Route(
            .delete, "/v1/rooms/{room}/goals/{name}", posting, 202, "goals", "removes it",
            .event(Event.Kind.deleteGoal)),
        Route(
            .post, "/v1/rooms/{room}/captions", posting, 202, "captions", "shows a caption",
            .event(EventBody.caption)),
        Route(
            .delete, "/v1/rooms/{room}/captions/{slot}", posting, 202, "captions",
            "fades it out now", .event(Event.Kind.deleteCaption)),
        Route(
            .post, "/v1/rooms/{room}/control", steering, 202, "control",
            "holds, resumes, skips, clears", .event(EventBody.control)),
        Route(
            .delete, "/v1/rooms/{room}/queue/{combo}", steering, 202, "queue",
            "takes a waiting combo out", .event(Event.Kind.deleteCombo)),
        Route(
            .post, "/v1/rooms/{room}/queue/{combo}/move", steering, 202, "queue",
            "puts it at another place", .event(EventBody.move)),
        Route(
            .post, "/v1/rooms/{room}/events/{id}/replay", steering, 202, "replay",
            "shows a recorded gift, call or caption again", .answer(Application.replay)),
        Route(
            .delete, "/v1/rooms/{room}/events/{id}", reading, 202, "taking-back",
            "takes a recorded gift, call or caption back", .answer(Application.takeBack)),
        Route(
            .get, "/v1/rooms/{room}/held", steering, 200, "held", "what waits for somebody's word",
            .answer(Application.listHeld)),
        Route(
            .post, "/v1/rooms/{room}/held/{id}/approve", steering, 202, "held",
            "has it happen now", .answer(Application.approve)),
        Route(
            .post, "/v1/rooms/{room}/held/{id}/refuse", steering, 202, "held",
            "has it never happen", .answer(Application.refuse)),
        Route(
            .get, "/v1/rooms/{room}/config", owning, 200, "configuration",
            "reads the configuration",
            .answer(Application.getConfiguration)),
        Route(
            .put, "/v1/rooms/{room}/config", owning, 200, "configuration", "replaces it",
            .answer(Application.putConfiguration)
        )
        .taking(.whole(most: 512 << 10)),
        Route(
            .patch, "/v1/rooms/{room}/config", owning, 200, "configuration",
            "changes it (RFC 7396)", .answer(Application.patchConfiguration)
        )
        .taking(.whole(most: 512 << 10)),
        Route(
            .put, "/v1/rooms/{room}/catalogue/{key}", owning, 200, "catalogue",
            "sets an entry of the catalogue", .answer(Application.putEntry)),
        Route(
            .delete, "/v1/rooms/{room}/catalogue/{key}", owning, 200, "catalogue",
            "takes it out", .answer(Application.deleteEntry)),
    ]

    /// Calls about uploaded files.
    private static let assets: [Route] = [
        Route(
            .post, "/v1/rooms/{room}/assets", owning, 201, "assets", "takes a file",
            .answer(Application.putAsset)
        )
        .taking(.pieces(most: Asset.mostBytes)),
        Route(
            .get, "/v1/rooms/{room}/assets", owning, 200, "assets", "the room's files",
            .answer(Application.listAssets)),
        Route(
            .delete, "/v1/rooms/{room}/assets/{name}", owning, 200, "assets", "deletes one",
            .answer(Application.deleteAsset)),
        Route(
            .get, "/assets/{name}", .everybody, 200, "assets", "a file, or a part of it",
            .answer(Application.serveAsset)),
    ]

    /// Calls about keys, and about the audit log.
    private static let access: [Route] = [
        Route(
            .get, "/v1/rooms/{room}/keys", owning, 200, "keys", "the room's keys",
            .answer(Application.listKeys)),
        Route(
            .post, "/v1/rooms/{room}/keys", owning, 201, "keys", "makes a key",
            .answer(Application.createKey)),
        Route(
            .patch, "/v1/rooms/{room}/keys/{id}", owning, 200, "keys", "renames or pins it",
            .answer(Application.changeKey)),
        Route(
            .delete, "/v1/rooms/{room}/keys/{id}", owning, 200, "keys", "revokes it",
            .answer(Application.revokeKey)),
        Route(
            .get, "/v1/rooms/{room}/audit", owning, 200, "audit",
            "who did what about the room that is no event", .answer(Application.audit)),
    ]

    /// Calls of platforms and triggers, and calls to set up sources.
    private static let hooks: [Route] =
        Source.all.map { source in
            Route(
                .post, "/v1/hooks/{room}/\(source.kind)",
                source.isSigned ? .signed : .delivering([.ingest, .owner]), source.takenStatus,
                "hooks", "what \(source.kind) sends",
                .answer { application in
                    { (call) throws(Problem) in try application.hook(call, source) }
                })
        }
        + Source.hooked.map { source in
            Route(
                .post, "/v1/hooks/{room}/\(source.kind)/{key}", .triggering, source.takenStatus,
                "hooks", "what \(source.kind) sends, by a key in the address",
                .answer { application in
                    { (call) throws(Problem) in try application.hookByAddress(call, source) }
                })
        } + [
            Route(
                .get, "/v1/hooks/{room}/trigger", .keyed([.ingest, .owner]), 202, "triggers",
                "has the event happen that the query says", .answer(Application.trigger)
            )
            .firing(),
            Route(
                .get, "/v1/hooks/{room}/trigger/{key}", .triggering, 202, "triggers",
                "has the one event happen that the key was made for",
                .answer(Application.pullTrigger)
            )
            .firing(),
            Route(
                .get, "/v1/rooms/{room}/sources", owning, 200, "sources",
                "the platforms that may post, and what became of it",
                .answer(Application.listSources)),
            Route(
                .put, "/v1/rooms/{room}/sources/{kind}", owning, 200, "sources", "sets one up",
                .answer(Application.putSource)),
            Route(
                .delete, "/v1/rooms/{room}/sources/{kind}", owning, 200, "sources",
                "has it post no more", .answer(Application.deleteSource)),
            Route(
                .get, "/v1/rooms/{room}/sources/{kind}/passed", owning, 200, "sources",
                "what nothing was made of, and why", .answer(Application.listPassed)),
            Route(
                .post, "/v1/rooms/{room}/sources/{kind}/try", owning, 200, "sources",
                "what would become of a delivery", .answer(Application.trySource)),
        ]

    /// Calls that read a room's state.
    private static let looking: [Route] = [
        Route(
            .get, "/v1/rooms/{room}/frame", .only([.viewer, .owner]), 200, "frame",
            "what is on the stage now", .answer(Application.frame)),
        Route(
            .get, "/v1/rooms/{room}/state", reading, 200, "state",
            "what the room is doing, and what waits", .answer(Application.state)),
        Route(
            .get, "/v1/rooms/{room}/events", owning, 200, "history", "the room's history",
            .answer(Application.history)),
        Route(
            .get, "/v1/rooms/{room}/events/{id}", .only([.ingest, .owner]), 200, "history",
            "what became of one event", .answer(Application.explanation)),
        Route(
            .get, "/v1/rooms/{room}/totals", owning, 200, "totals",
            "what was given, by sender or by gift", .answer(Application.totals)),
        Route(
            .get, "/v1/rooms/{room}/viewers", owning, 200, "viewers", "who watches",
            .answer(Application.viewers)),
        Route(
            .post, "/v1/rooms/{room}/viewers/{id}/reload", owning, 202, "viewers",
            "has a page load itself anew; `all`: every one", .answer(Application.reload)),
        Route(
            .get, "/v1/rooms/{room}/stream", .only([.viewer, .deck, .owner]), 101, "stream",
            "the WebSocket", .stream(Application.stream)),
    ]
}

extension ReferenceTable {
    /// The table `routes` of the documentation.
    static let routes = ReferenceTable(
        "routes", columns: ["call", "does", "who may", "answer"],
        rows: Route.all.map { route in
            [
                "[`\(route.method.rawValue) \(route.path.text)`](#\(route.section))",
                route.summary, route.access.words, "\(route.status)",
            ]
        })
}
