import Journal
import Platforms
import Stage
import Texts
import Transport
import Wire

/// What has an event happen by a GET alone: Stream Decks, and chat bots that can fetch an address.
extension Application {
    /// Has the event happen that the query says, for a key in the header.
    func trigger(_ call: Call) throws(Problem) {
        guard call.request.isMeant else { throw .unmeant }
        let wanted: EventBody.Request
        do throws(ContentError) {
            wanted = try Trigger.event(call.request.queryItems)
        } catch {
            throw .badContent(error)
        }
        let key = try key(of: call.request)
        let given = wanted.id ?? key
        let id: Text?
        do throws(ContentError) {
            id = try given.map { (id) throws(ContentError) in try EventBody.id("trigger:\(id)") }
        } catch {
            throw .badContent(error)
        }
        let hosts = rooms.glance(call.room).configuration.stage.imageHosts
        try record(wanted.kind.withoutForeignPictures(hosts: hosts), as: id, call)
    }

    /// Has the one event happen that the key in the path was made for.
    func pullTrigger(_ call: Call) throws(Problem) {
        guard call.request.isMeant else { throw .unmeant }
        guard let key = Key(call.item), let grant = keys.ring.grant(of: key),
            grant.isCurrent(at: .now), grant.room == call.room, let event = grant.event
        else { throw .unauthorized }
        var holder = Caller(grant)
        holder.address = try call.caller.address
        try limiter.takeRequest(of: holder, in: call.room)
        try limiter.takeTrigger(of: grant.id)
        let hosts = rooms.glance(call.room).configuration.stage.imageHosts
        try record(
            event.withoutForeignPictures(hosts: hosts), as: nil,
            call.made(by: Admission(holder, by: keys)))
    }
}

extension Request {
    /// Whether somebody wants it to happen: no browser that loads ahead of its user, no page of another
    /// site, and nothing that only wants to know what is behind a link.
    fileprivate var isMeant: Bool {
        let isAhead = Self.purposes.contains { field in
            header(field).map { value in
                ["prefetch", "prerender", "preview"].contains { value.contains(ignoringCase: $0) }
            } ?? false
        }
        let isPreview =
            header("User-Agent").map { agent in
                Self.previewers.contains { agent.contains(ignoringCase: $0) }
            } ?? false
        return !isAhead && !isPreview && !comesFromForeignPage
    }

    /// Where browsers say why they ask; the last two are of older ones.
    private static let purposes: [Text] = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"]

    /// What chats and search engines call themselves when they look behind a link.
    private static let previewers: [Text] = [
        "Discordbot", "Slackbot", "Twitterbot", "TelegramBot", "facebookexternalhit", "WhatsApp",
        "LinkedInBot", "redditbot", "SkypeUriPreview", "Googlebot", "bingbot", "Applebot",
    ]
}
