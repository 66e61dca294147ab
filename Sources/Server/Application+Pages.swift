import Stage
import Texts
import Transport
import Wire

/// Requests that only look.
extension Application {
    func getConfiguration(_ call: Call) {
        let configuration = rooms.glance(call.room).room.configuration
        call.reply(.json(ConfigurationDocument.write(configuration)))
    }

    func schema(_ call: Call) {
        let schema = ConfigurationSchema.document
        call.reply(.json(ceilings?.narrowing(schema) ?? schema))
    }

    func frame(_ call: Call) {
        let room = rooms.glance(call.room)
        room.advance(toNanoseconds: LoopTimer.now)
        room.onceSettled {
            var writer = FrameJSON()
            writer.writeFull(room.frame(), seq: max(1, room.audience.frames.seq))
            call.reply(.json(writer.bytes))
        }
    }

    /// Where to go for the page that is asked for under a name like its own: `/overlay/Main`,
    /// `/studio/main/`; nil: nowhere.
    func misspelledPage(_ request: Request) -> Text? {
        guard Route.Place(request.segments).isNowhere, hosts.include(request) else { return nil }
        return Guess.page(request)
    }

    func overlay(_ call: Call) throws(Problem) { try show(Site.overlay, call) }

    func studio(_ call: Call) throws(Problem) { try show(Site.studio, call) }

    func file(_ call: Call) throws(Problem) { try show(call.values, call) }

    private func show(_ path: [Text], _ call: Call) throws(Problem) {
        guard let response = site.response(path: path, to: call.request) else {
            throw .notFound("There is no such file.")
        }
        call.reply(response)
    }

    func health(_ call: Call) {
        call.reply(
            .json(
                .object([
                    .init("status", .string("ok")),
                    .init("version", .string(Text(ServerConfiguration.version))),
                    .init("uptimeSeconds", .number(Double(uptimeSeconds))),
                ])))
    }

    private var uptimeSeconds: UInt64 { (LoopTimer.now - startedNanoseconds) / 1_000_000_000 }

    /// 200 while events are taken and frames are on time, else 503 with what is wrong.
    func readiness(_ call: Call) {
        let faults = faults
        call.reply(
            .json(
                .object([
                    .init("status", .string(faults.isEmpty ? "ready" : "not ready")),
                    .init("faults", .array(faults.map(JSON.string))),
                ]), status: faults.isEmpty ? 200 : 503))
    }

    /// What keeps events from being taken, or frames from being on time.
    var faults: [Text] {
        var faults: [Text] = []
        if intake.isClosed { faults.append("the server is going down") }
        if let fault = journalFault { faults.append("\(fault)") }
        if metrics.lateShare > 0.1 {
            faults.append(
                "the frame clock is late: \(Int(metrics.lateShare * 100)) % of ticks were missed")
        }
        return faults
    }

    func metricsPage(_ call: Call) {
        metrics.observeCommits(seconds: takeCommits())
        let text = Metric.exposition(
            .init(
                metrics: metrics, rooms: rooms.count, viewers: rooms.viewerCount,
                turnedAway: loop.turnedAwayCount,
                backlogBytes: journalBacklogBytes))
        call.reply(
            Response(
                status: 200,
                headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")]
                    + Response.guards,
                body: Array(text.utf8)))
    }
}
