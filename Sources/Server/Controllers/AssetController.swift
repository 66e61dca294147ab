import Access
import Assets
import Cluster
import HTTPRouting
import History
import LiveRooms
import RoomRuntime
import Settings
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Uploads, lists, deletes and serves the files of rooms over HTTP, such as images, sounds and fonts.
struct AssetController {
    let assets: Assets
    let settings: Settings
    let rooms: Rooms
    let limiter: Limiter
    let intake: Intake

    /// Stores an uploaded file for a room. Replies with 201 for a new file, and with 200 if the room had it
    /// before.
    func upload(_ call: Call) throws(Problem) {
        if intake.isClosed { throw .draining }
        guard settings.isFresh else { throw .stale }
        if rooms.existing(call.room)?.residency.isBeingErased == true { throw .roomLeaving }
        let (body, rest) = (call.request.body, call.exchange.body)
        if body.isEmpty, rest == nil { throw .badFile(AssetFault(detail: "the body is empty")) }
        try limiter.checkFile(
            byteCount: rest?.byteCount ?? body.count, beside: assets.byteCount(of: call.room),
            by: try call.caller)
        try assets.receive(
            body, rest, for: call.room, by: call.admission.validKey
        ) { result in
            switch result {
            case .success(let (asset, isNew)):
                call.confirm(.json(asset.json, status: isNew ? 201 : 200))
            case .failure(let problem): call.reply(problem.response)
            }
        }
    }

    /// Lists a room's files.
    func list(_ call: Call) {
        let list = JSON.array(assets.uploads(of: call.room).map(\.json))
        call.reply(.json(.object([.init("assets", list)])))
    }

    /// Deletes a room's file, unless the room's configuration uses it.
    func delete(_ call: Call) throws(Problem) {
        if intake.isClosed { throw .draining }
        guard settings.isFresh else { throw .stale }
        guard assets.has(call.item, in: call.room) else {
            throw .notFound("This room has no file \"\(call.item)\".")
        }
        let configuration = rooms.glance(call.room).room.configuration
        let users = configuration.users(of: "/assets/\(call.item)")
        guard users.isEmpty else { throw .assetInUse(call.item, by: users) }
        assets.remove(call.item, from: call.room, byKey: try call.caller.key) { problem in
            let deleted = Response.json(.object([.init("deleted", .string(call.item))]))
            call.confirm(problem?.response ?? deleted)
        }
    }

    // MARK: Serving

    /// Serves a file, or the part that the request's `Range` names.
    func serve(_ call: Call) throws(Problem) {
        guard let asset = assets.asset(call.values[0]) else {
            throw .notFound("There is no such file.")
        }
        let tag = Text("\"\(asset.name)\"")
        var headers: [(name: String, value: String)] = [
            ("ETag", tag.string), ("Cache-Control", "public, max-age=31536000, immutable"),
            ("Accept-Ranges", "bytes"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "sandbox; default-src 'none'"),
            ("Referrer-Policy", "no-referrer"),
        ]
        let request = call.request
        if request.header("If-None-Match")?.contains(ignoringCase: tag) == true {
            return call.reply(Response(status: 304, headers: headers))
        }
        if asset.form.isRetired {
            // Pages no longer display files of this form, so a browser saves the file instead.
            headers.append(("Content-Type", "application/octet-stream"))
            headers.append(("Content-Disposition", "attachment"))
        } else {
            headers.append(("Content-Type", asset.form.type.string))
        }
        let isSame = request.header("If-Range").map { $0 == tag } ?? true
        let range = isSame ? ByteRange(request.header("Range"), of: asset.bytes) : .whole
        switch range {
        case .whole:
            send(asset, 0..<asset.bytes, Response(status: 200, headers: headers), call)
        case .part(let part):
            let said = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(asset.bytes)"
            headers.append(("Content-Range", said))
            send(asset, part, Response(status: 206, headers: headers), call)
        case .none:
            var response = Problem.malformed(
                status: 416, detail: "The file has \(asset.bytes) bytes."
            ).response
            response.status = 416
            response.headers.append(("Content-Range", "bytes */\(asset.bytes)"))
            call.reply(response)
        }
    }

    private func send(_ asset: Asset, _ range: Range<Int>, _ head: Response, _ call: Call) {
        assets.read(asset, range) { result in
            guard case .success(let start) = result else {
                if case .failure(let problem) = result { call.reply(problem.response) }
                return
            }
            var response = head
            response.body = start.bytes
            response.length = range.count
            call.replyInPieces(response, start.rest)
        }
    }
}

extension Configuration {
    /// Returns the JSON pointers of the settings that use a file, such as `/catalogue/castle/sound` or
    /// `/sounds/call`.
    func users(of address: Text) -> [Text] {
        var users: [Text] = []
        for entry in catalogue.entries {
            let named = [
                ("image", entry.image), ("sound", entry.sound), ("effect", entry.effect?.file),
            ]
            for (key, value) in named where value == address {
                users.append("/catalogue/\(entry.key)/\(key)")
            }
        }
        for rule in alerts.rules {
            let film: Text? = if case .file(let path) = rule.film { path } else { nil }
            let named = [("image", rule.image), ("film", film), ("sound", rule.sound)]
            for (key, value) in named where value == address {
                users.append("/alerts/rules/\(rule.name)/\(key)")
            }
        }
        let heard = [
            ("combo", sounds.combo), ("call", sounds.call), ("effect", sounds.effect),
            ("goal", sounds.goal), ("alert", sounds.alert), ("clock", sounds.clock),
        ]
        for (key, value) in heard where value == address { users.append("/sounds/\(key)") }
        if look.font == address { users.append("/look/font") }
        return users
    }
}
