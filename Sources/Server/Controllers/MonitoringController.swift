import Access
import Assets
import Broadcast
import Cluster
import HTTPRouting
import History
import Journal
import LiveRooms
import Monitoring
import RoomRuntime
import Stage
import Texts
import Transport
import Webhooks
import Wire

/// Reports the server's health, readiness and metrics over HTTP.
struct MonitoringController {
    let health: Health
    let release: Release
    let metrics: Metrics
    let surroundings: Surroundings
    let journal: Journal
    let sharing: Sharing?
    let rooms: Rooms
    let assets: Assets
    let loop: EventLoop
    let startedNanoseconds = LoopTimer.now
    let startedAt = WallTime.now

    func showHealth(_ call: Call) {
        let origin = [("commit" as Text, release.commit), ("built", release.date)]
        let uptimeSeconds = (LoopTimer.now - startedNanoseconds) / 1_000_000_000
        call.reply(
            .json(
                .object(
                    [
                        .init("status", .string("ok")), .init("version", .string(release.version)),
                    ]
                        + origin.compactMap { key, value in
                            value.map { .init(key, .string($0)) }
                        } + [.init("uptimeSeconds", .number(Double(uptimeSeconds)))])))
    }

    /// The status that `ovation doctor` receives.
    var status: JSON {
        .object([
            .init("version", .string("\(release)")), .init("port", .number(Double(loop.port))),
            .init("faults", .array((health.faults + health.warnings).map { .string($0.text) })),
        ])
    }

    /// Replies with 200 if there are no faults, else with 503 and the faults.
    func showReadiness(_ call: Call) {
        let faults = health.faults
        call.reply(
            .json(
                .object([
                    .init("status", .string(faults.isEmpty ? "ready" : "not ready")),
                    .init("faults", .array(faults.map { .string($0.text) })),
                ]), status: faults.isEmpty ? 200 : 503))
    }

    func showMetrics(_ call: Call) {
        metrics.observeCommits(seconds: journal.takeCommits())
        var reading = Metric.Reading(metrics: metrics, release: release)
        reading.startedSeconds = Int(startedAt.microseconds / 1_000_000)
        reading.isReady = health.faults.isEmpty
        reading.surroundings = surroundings.newest
        reading.turnedAway = loop.turnedAway
        reading.connections = loop.connectionCount
        reading.backlogBytes = journal.backlogBytes
        if let sharing { (reading.lagMicroseconds, reading.comparisons) = sharing.health }
        reading.rooms = rooms.count
        reading.assetBytes = assets.keptBytes
        reading.assetLimitBytes = assets.limitBytes
        for room in rooms.all { reading.count(room.output) }
        call.reply(
            Response(
                status: 200,
                headers: [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")]
                    + Response.guards,
                body: Array(Metric.exposition(reading).utf8)))
    }
}

extension Metric.Reading {
    /// Adds the viewers and the waiting items of one room.
    fileprivate mutating func count(_ output: RoomOutput) {
        viewers += output.audience.viewers.count
        hidden += output.audience.hiddenCount
        let waiting = output.timeline.room.waitingCount
        if output.timeline.room.isHeld {
            waitingHeld += waiting
        } else if output.audience.hasVisibleViewer {
            waitingWatched += waiting
        } else {
            waitingUnseen += waiting
        }
    }
}
