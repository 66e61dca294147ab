import Access
import Assets
import Broadcast
import Cluster
import HTTPRouting
import History
import LiveRooms
import Platforms
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// The list of all HTTP calls and WebSockets of the server, with their paths, permissions and handlers.
enum Routes {
    typealias Route = HTTPRouting.Route<Controllers>

    private static let posting = AccessRule.only([.ingest, .owner])
    private static let steering = AccessRule.only([.deck, .moderator, .owner])
    private static let owning = AccessRule.only([.owner])
    private static let moderating = AccessRule.only([.moderator, .owner])
    private static let reading = AccessRule.only([.ingest, .deck, .moderator, .owner])

    private static let all: [Route] =
        events + looking + assets + access + hooks + [
            Route(
                .get, "/v1/rooms", .only([.admin]), 200, "rooms", "lists the rooms",
                .handle { $0.rooms.list }),
            Route(
                .get, "/v1/rooms/{room}", owning, 200, "rooms",
                "returns a room's viewers, queues and suspension", .handle { $0.rooms.show }),
            Route(
                .put, "/v1/rooms/{room}", .only([.admin]), 201, "rooms", "creates a room",
                .handle { $0.rooms.create }),
            Route(
                .patch, "/v1/rooms/{room}", owning, 200, "rooms",
                "sets a room's days of retention", .handle { $0.rooms.setRetention }),
            Route(
                .delete, "/v1/rooms/{room}", .only([.admin]), 202, "rooms", "deletes a room",
                .handle { $0.rooms.delete }),
            Route(
                .put, "/v1/rooms/{room}/suspension", .only([.admin]), 200, "suspension",
                "suspends a room", .handle { $0.rooms.suspend }),
            Route(
                .delete, "/v1/rooms/{room}/suspension", .only([.admin]), 200, "suspension",
                "resumes a room", .handle { $0.rooms.resume }),
            Route(
                .get, "/v1/audit", .only([.admin]), 200, "audit",
                "lists the changes of keys, sources, files, suspensions and retention",
                .handle { $0.rooms.auditOfAll }),
            Route(
                .get, "/v1/schema/config", .only(Set(Role.shown)), 200, "configuration",
                "returns the JSON Schema of a configuration", .handle { $0.configurations.schema }),
            Route(
                .get, "/healthz", .monitors, 200, "health", "reports that the server runs",
                .handle { $0.monitoring.showHealth }),
            Route(
                .get, "/readyz", .monitors, 200, "health",
                "reports whether the server can take and store events",
                .handle { $0.monitoring.showReadiness }),
            Route(
                .get, "/metrics", .only([.admin]), 200, "health",
                "returns the metrics as Prometheus text",
                .handle { $0.monitoring.showMetrics }),
            Route(
                .get, "/overlay/{room}", .everybody, 200, "overlay", "returns the page for OBS",
                .handle { $0.pages.overlay }),
            Route(
                .get, "/studio/{room}", .everybody, 200, "studio",
                "returns the streamer's control panel",
                .handle { $0.pages.studio }),
            Route(
                .get, "/", .everybody, 200, "studio",
                "returns the only room's studio, or a list of rooms",
                .handle { $0.pages.studio }),
            Route(
                .get, "/web/{path…}", .everybody, 200, "overlay", "returns the pages' files",
                .handle { $0.pages.file }),
        ]

    static let table = RouteTable<Controllers>(all)

    /// Calls that change a room.
    private static let events: [Route] = [
        Route(
            .post, "/v1/rooms/{room}/gifts", posting, 202, "gifts", "records a gift",
            .event(EventBody.gift)),
        Route(
            .post, "/v1/rooms/{room}/calls", posting, 202, "calls", "records an incoming call",
            .event(EventBody.call)),
        Route(
            .post, "/v1/rooms/{room}/notices", posting, 202, "notices",
            "records a notice, such as a follow or a raid", .event(EventBody.notice)),
        Route(
            .delete, "/v1/rooms/{room}/calls/{call}", .touching([.viewer, .ingest, .owner]), 202,
            "calls", "dismisses a call's card, shown or waiting", .event(Event.Kind.dismiss)),
        Route(
            .post, "/v1/rooms/{room}/calls/{call}/tap", .touching([.viewer, .owner]), 202, "calls",
            "taps a call's shown card", .event(Event.Kind.tap)),
        Route(
            .put, "/v1/rooms/{room}/counters/{name}", posting, 202, "counters",
            "sets or animates a counter, or makes it a clock", .event(EventBody.counter)),
        Route(
            .post, "/v1/rooms/{room}/counters/{name}/clock", reading, 202, "clocks",
            "adds time to a clock, starts or stops it", .event(EventBody.clockChange)),
        Route(
            .delete, "/v1/rooms/{room}/counters/{name}", posting, 202, "counters",
            "deletes a counter", .event(Event.Kind.deleteCounter)),
        Route(
            .put, "/v1/rooms/{room}/goals/{name}", posting, 202, "goals", "sets a goal",
            .event(EventBody.goal)),
        Route(
            .delete, "/v1/rooms/{room}/goals/{name}", posting, 202, "goals", "deletes a goal",
            .event(Event.Kind.deleteGoal)),
        Route(
            .post, "/v1/rooms/{room}/captions", posting, 202, "captions", "shows a caption",
            .event(EventBody.caption)),
        Route(
            .delete, "/v1/rooms/{room}/captions/{slot}", posting, 202, "captions",
            "fades a caption out now", .event(Event.Kind.deleteCaption)),
        Route(
            .post, "/v1/rooms/{room}/control", steering, 202, "control",
            "pauses, resumes, skips, clears or starts the show, or resets the leaders",
            .event(EventBody.control)),
        Route(
            .delete, "/v1/rooms/{room}/queue/{combo}", steering, 202, "queue",
            "removes a waiting combo", .event(Event.Kind.deleteCombo)),
        Route(
            .post, "/v1/rooms/{room}/queue/{combo}/move", steering, 202, "queue",
            "moves a waiting combo to another place", .event(EventBody.move)),
        Route(
            .delete, "/v1/rooms/{room}/alerts/{event}", steering, 202, "alerts",
            "removes a waiting alert", .event(Event.Kind.deleteAlert)),
        Route(
            .post, "/v1/rooms/{room}/alerts/{event}/move", steering, 202, "alerts",
            "moves a waiting alert to another place", .event(EventBody.moveAlert)),
        Route(
            .post, "/v1/rooms/{room}/events/{id}/replay", steering, 202, "replay",
            "shows a recorded gift, call, notice or caption again", .handle { $0.events.replay }),
        Route(
            .post, "/v1/rooms/{room}/events/{id}/speech", posting, 202, "speech",
            "records the spoken message of an event's alert", .handle { $0.speech.post }),
        Route(
            .delete, "/v1/rooms/{room}/events/{id}", reading, 202, "taking-back",
            "retracts a recorded gift, call, notice or caption", .handle { $0.retractions.takeBack }
        ),
        Route(
            .get, "/v1/rooms/{room}/held", steering, 200, "held",
            "lists the events that wait for approval",
            .handle { $0.held.list }),
        Route(
            .post, "/v1/rooms/{room}/held/{id}/approve", steering, 202, "held",
            "approves a held event", .handle { $0.held.approve }),
        Route(
            .post, "/v1/rooms/{room}/held/{id}/refuse", steering, 202, "held",
            "rejects a held event", .handle { $0.held.refuse }),
        Route(
            .get, "/v1/rooms/{room}/blocklist", FeedPart.blocklist.permission, 200, "blocklist",
            "lists the blocked words and senders", .handle { $0.blocklist.list }),
        Route(
            .put, "/v1/rooms/{room}/blocklist/{entry}", moderating, 200, "blocklist",
            "blocks a word or a sender", .handle { $0.blocklist.block }),
        Route(
            .delete, "/v1/rooms/{room}/blocklist/{entry}", moderating, 200, "blocklist",
            "unblocks a word or a sender", .handle { $0.blocklist.unblock }),
        Route(
            .get, "/v1/rooms/{room}/config", FeedPart.configuration.permission, 200,
            "configuration",
            "returns the configuration",
            .handle { $0.configurations.get }),
        Route(
            .put, "/v1/rooms/{room}/config", owning, 200, "configuration",
            "replaces the configuration",
            .handle { $0.configurations.replace }
        )
        .taking(.whole(most: 512 << 10)),
        Route(
            .patch, "/v1/rooms/{room}/config", owning, 200, "configuration",
            "changes the configuration (RFC 7396)", .handle { $0.configurations.patch }
        )
        .taking(.whole(most: 512 << 10)),
        Route(
            .put, "/v1/rooms/{room}/catalogue/{key}", owning, 200, "catalogue",
            "sets an entry of the catalogue", .handle { $0.configurations.setEntry }),
        Route(
            .delete, "/v1/rooms/{room}/catalogue/{key}", owning, 200, "catalogue",
            "deletes an entry of the catalogue", .handle { $0.configurations.deleteEntry }),
        Route(
            .put, "/v1/rooms/{room}/alerts/rules/{name}", owning, 200, "alerts",
            "sets a rule of the alerts", .setRule(of: "alerts")),
        Route(
            .delete, "/v1/rooms/{room}/alerts/rules/{name}", owning, 200, "alerts",
            "deletes a rule of the alerts", .deleteRule(of: "alerts")),
        Route(
            .put, "/v1/rooms/{room}/clocks/rules/{name}", owning, 200, "clocks",
            "sets a rule of the clocks", .setRule(of: "clocks")),
        Route(
            .delete, "/v1/rooms/{room}/clocks/rules/{name}", owning, 200, "clocks",
            "deletes a rule of the clocks", .deleteRule(of: "clocks")),
    ]

    /// Calls about uploaded files.
    private static let assets: [Route] = [
        Route(
            .post, "/v1/rooms/{room}/assets", owning, 201, "assets", "uploads a file",
            .handle { $0.assets.upload }
        )
        .taking(.pieces(most: Asset.mostBytes)),
        Route(
            .get, "/v1/rooms/{room}/assets", owning, 200, "assets", "lists the room's files",
            .handle { $0.assets.list }),
        Route(
            .delete, "/v1/rooms/{room}/assets/{name}", owning, 200, "assets", "deletes a file",
            .handle { $0.assets.delete }),
        Route(
            .get, "/assets/{name}", .everybody, 200, "assets", "returns a file, or a part of it",
            .handle { $0.assets.serve }),
    ]

    /// Calls about keys, and about the audit log.
    private static let access: [Route] = [
        Route(
            .get, "/v1/rooms/{room}/keys", owning, 200, "keys", "lists the room's keys",
            .handle { $0.keys.list }),
        Route(
            .post, "/v1/rooms/{room}/keys", owning, 201, "keys", "creates a key",
            .handle { $0.keys.create }),
        Route(
            .patch, "/v1/rooms/{room}/keys/{id}", owning, 200, "keys", "renames or pins a key",
            .handle { $0.keys.change }),
        Route(
            .delete, "/v1/rooms/{room}/keys/{id}", owning, 200, "keys", "revokes a key",
            .handle { $0.keys.revoke }),
        Route(
            .get, "/v1/rooms/{room}/audit", owning, 200, "audit",
            "lists the changes of the room's keys, sources, files, suspension and retention",
            .handle { $0.rooms.audit }),
    ]

    /// Calls of platforms and triggers, and calls to set up sources.
    private static let hooks: [Route] =
        Source.all.map { source in
            Route(
                .post, "/v1/hooks/{room}/\(source.kind)",
                source.isSigned ? .signed : .delivering([.ingest, .owner]), source.takenStatus,
                "hooks", "receives the deliveries of \(source.kind)",
                .handle { controllers in
                    { (call) throws(Problem) in try controllers.hooks.receive(call, source) }
                })
        }
        + Source.hooked.map { source in
            Route(
                .post, "/v1/hooks/{room}/\(source.kind)/{key}", .triggering, source.takenStatus,
                "hooks", "receives the deliveries of \(source.kind), with a key in the address",
                .handle { controllers in
                    { (call) throws(Problem) in try controllers.hooks.receiveByAddress(call, source)
                    }
                })
        } + [
            Route(
                .get, "/v1/hooks/{room}/trigger", .keyed([.ingest, .owner]), 202, "triggers",
                "triggers the event in the query", .handle { $0.triggers.fireQuery }
            )
            .firing(),
            Route(
                .get, "/v1/hooks/{room}/trigger/{key}", .triggering, 202, "triggers",
                "triggers the prepared event of the key",
                .handle { $0.triggers.firePrepared }
            )
            .firing(),
            Route(
                .get, "/v1/rooms/{room}/sources", FeedPart.sources.permission, 200, "sources",
                "lists the platforms that may post, and the results of their deliveries",
                .handle { $0.sources.list }),
            Route(
                .put, "/v1/rooms/{room}/sources/{kind}", owning, 200, "sources",
                "sets up a platform",
                .handle { $0.sources.set }),
            Route(
                .delete, "/v1/rooms/{room}/sources/{kind}", owning, 200, "sources",
                "removes a platform", .handle { $0.sources.delete }),
            Route(
                .get, "/v1/rooms/{room}/sources/{kind}/passed", owning, 200, "sources",
                "lists the ignored deliveries, with the reasons", .handle { $0.sources.listPassed }),
            Route(
                .post, "/v1/rooms/{room}/sources/{kind}/try", owning, 200, "sources",
                "returns the events that a delivery would make", .handle { $0.sources.tryDelivery }),
        ]

    /// Calls that read a room's state.
    private static let looking: [Route] = [
        Route(
            .get, "/v1/rooms/{room}/frame", .only([.viewer, .owner]), 200, "frame",
            "returns the present frame of the stage", .handle { $0.states.frame }),
        Route(
            .get, "/v1/rooms/{room}/state", reading, 200, "state",
            "returns the stage and the queues", .handle { $0.states.state }),
        Route(
            .get, "/v1/rooms/{room}/leaders", moderating, 200, "leaders",
            "lists the senders who gave most", .handle { $0.states.leaders }),
        Route(
            .get, "/v1/rooms/{room}/events", FeedPart.authors.permission, 200, "history",
            "lists the room's events",
            .handle { $0.history.list }),
        Route(
            .get, "/v1/rooms/{room}/events/{id}", .only([.ingest, .owner]), 200, "history",
            "explains the result of one event", .handle { $0.history.explain }),
        Route(
            .get, "/v1/rooms/{room}/totals", moderating, 200, "totals",
            "returns the totals of gifts, by sender or by gift", .handle { $0.history.showTotals }),
        Route(
            .get, "/v1/rooms/{room}/viewers", FeedPart.viewers.permission, 200, "viewers",
            "lists the viewers",
            .handle { $0.viewers.list }),
        Route(
            .post, "/v1/rooms/{room}/viewers/{id}/reload", owning, 202, "viewers",
            "reloads a viewer's page, or with `all` every page", .handle { $0.viewers.reload }),
        Route(
            .get, "/v1/rooms/{room}/stream", .only([.viewer, .deck, .moderator, .owner]), 101,
            "stream",
            "opens the WebSocket stream", .stream { $0.streams.open }),
    ]
}

extension Controllers: RouteContext {
    typealias Access = AccessRule
    typealias RoutedCall = Call
    typealias Right = Admission
}

extension Route.Action where Context == Controllers {
    /// Records the event that `read` makes of the body.
    static func event(
        _ read: @escaping @Sendable (JSON) throws(ContentError) -> EventBody.Request
    ) -> Self {
        .handle { controllers in
            { (call) throws(Problem) in try controllers.events.post(call, read) }
        }
    }

    /// Records the event that `read` makes of the path's item and of the body.
    static func event(
        _ read: @escaping @Sendable (Text, JSON) throws(ContentError) -> EventBody.Request
    ) -> Self {
        .handle { controllers in
            { (call) throws(Problem) in
                try controllers.events.post(call) { (json) throws(ContentError) in
                    try read(call.item, json)
                }
            }
        }
    }

    /// Records the event that `kind` makes of the path's item.
    static func event(_ kind: @escaping @Sendable (Text) -> Event.Kind) -> Self {
        .handle { controllers in
            { (call) throws(Problem) in try controllers.events.post(call, kind(call.item)) }
        }
    }
}

extension Route.Action where Context == Controllers {
    static func setRule(of section: Text) -> Self {
        .handle { controllers in
            { (call) throws(Problem) in try controllers.configurations.setRule(call, of: section) }
        }
    }

    static func deleteRule(of section: Text) -> Self {
        .handle { controllers in
            { (call) throws(Problem) in
                try controllers.configurations.deleteRule(call, of: section)
            }
        }
    }
}

extension ReferenceTable {
    /// The table `routes` of the documentation.
    static let routes = ReferenceTable(
        "routes", columns: ["call", "does", "who may", "answer"],
        rows: Routes.table.all.map { route in
            [
                "[`\(route.method.rawValue) \(route.path.text)`](#\(route.section))",
                route.summary, route.access.words, "\(route.status)",
            ]
        })
}
