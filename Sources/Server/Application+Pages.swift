import Stage
import Texts
import Transport
import Wire

/// Requests that only look.
extension Application {
    func configuration(of name: Text) -> Response {
        .json(ConfigurationDocument.write(rooms.glance(name).room.configuration))
    }

    func frame(of name: Text) -> Response {
        let room = rooms.glance(name)
        room.advance(toNanoseconds: LoopTimer.now)
        var writer = FrameJSON()
        writer.writeFull(room.frame(), seq: max(1, room.audience.frames.seq))
        return .json(writer.bytes)
    }

    func page(_ path: [Text], _ request: Request) throws(Problem) -> Response {
        guard let response = site.response(path: path, to: request) else {
            throw .notFound("There is no such file.")
        }
        return response
    }

    var health: Response {
        .json(
            .object([
                .init("status", .string("ok")),
                .init("version", .string(Text(ServerConfiguration.version))),
                .init("uptimeSeconds", .number(Double(uptimeSeconds))),
            ]))
    }

    private var uptimeSeconds: UInt64 { (LoopTimer.now - startedNanoseconds) / 1_000_000_000 }

    /// 200 while events are taken and frames are on time, else 503 with what is wrong.
    var readiness: Response {
        var faults: [Text] = []
        if intake.isClosed { faults.append("the server is going down") }
        if let fault = journalFault { faults.append("\(fault)") }
        if metrics.lateShare > 0.1 {
            faults.append(
                "the frame clock is late: \(Int(metrics.lateShare * 100)) % of ticks were missed")
        }
        return .json(
            .object([
                .init("status", .string(faults.isEmpty ? "ready" : "not ready")),
                .init("faults", .array(faults.map(JSON.string))),
            ]), status: faults.isEmpty ? 200 : 503)
    }

    var metricsPage: Response {
        metrics.observeCommits(seconds: takeCommits())
        let text = Metric.exposition(
            .init(
                metrics: metrics, rooms: rooms.count, viewers: rooms.viewerCount,
                backlogBytes: journalBacklogBytes))
        return Response(
            status: 200,
            headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")]
                + Response.guards,
            body: Array(text.utf8))
    }
}
