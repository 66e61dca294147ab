import Access
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Platforms
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Records an event for a plain GET request, which Stream Decks and chat bots can send.
struct TriggerController {
    let rooms: Rooms
    let recorder: EventRecorder
    let keys: Keys
    let limiter: Limiter

    /// Records the event that the query describes. The key is in a header.
    func fireQuery(_ call: Call) throws(Problem) {
        guard call.request.isMeant else { throw .unmeant }
        let wanted: EventBody.Request
        do throws(ContentError) {
            wanted = try Trigger.event(call.request.queryItems)
        } catch {
            throw .badContent(error)
        }
        let key = try call.idempotencyKey()
        let given = wanted.id ?? key
        let id: Text?
        do throws(ContentError) {
            id = try given.map { (id) throws(ContentError) in try EventBody.id("trigger:\(id)") }
        } catch {
            throw .badContent(error)
        }
        let hosts = PictureHosts(rooms.glance(call.room).configuration.stage.imageHosts)
        try recorder.record(
            WantedEvent(id: id, kind: wanted.kind.withoutForeignPictures(hosts: hosts)), call)
    }

    /// Records the one event that the key in the path was created for.
    func firePrepared(_ call: Call) throws(Problem) {
        guard call.request.isMeant else { throw .unmeant }
        guard let key = Key(call.item), let grant = keys.ring.grant(of: key),
            grant.isCurrent(at: .now), grant.room == call.room, let event = grant.event
        else { throw .unauthorized }
        var holder = Caller(grant)
        holder.address = try call.caller.address
        try limiter.takeRequest(of: holder, in: call.room)
        try limiter.takeTrigger(of: grant.id)
        let hosts = PictureHosts(rooms.glance(call.room).configuration.stage.imageHosts)
        try recorder.record(
            WantedEvent(kind: event.withoutForeignPictures(hosts: hosts)),
            call.made(by: Admission(holder, by: keys)))
    }
}

extension Request {
    /// True if the sender intends the event. False for a browser's prefetch, for a page of another site, and
    /// for the preview of a link.
    fileprivate var isMeant: Bool {
        let isAhead = Self.purposes.contains { field in
            header(field).map { value in
                ["prefetch", "prerender", "preview"].contains { value.contains(ignoringCase: $0) }
            } ?? false
        }
        let isPreview =
            header("User-Agent").map { agent in
                Self.previewers.contains { $0.isIn(agent) }
            } ?? false
        return !isAhead && !isPreview && !comesFromForeignPage
    }

    /// The headers in which browsers give a request's purpose. The last two are of older browsers.
    private static let purposes: [Text] = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"]

    /// Parts of the `User-Agent` of chats and search engines that fetch previews of links.
    private static let previewers =
        ([
            "Discordbot", "Slackbot", "Twitterbot", "TelegramBot", "facebookexternalhit",
            "WhatsApp",
            "LinkedInBot", "redditbot", "SkypeUriPreview", "Googlebot", "bingbot", "Applebot",
        ] as [Text]).map(TextPattern.init)
}
