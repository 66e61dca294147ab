import Access
import Assets
import Broadcast
import HTTPRouting
import Journal
import Monitoring
import RoomRuntime
import Settings
import Stage
import Texts
import Transport
import Wire

/// HTTP handlers for monitoring, which report the server's health, readiness and metrics.
extension Application {
    func health(_ call: Call) {
        let origin = [("commit" as Text, release.commit), ("built", release.date)]
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
            .init("faults", .array((faults + warnings).map { .string($0.text) })),
        ])
    }

    private var uptimeSeconds: UInt64 { (LoopTimer.now - startedNanoseconds) / 1_000_000_000 }

    /// Replies with 200 if there are no faults, else with 503 and the faults.
    func readiness(_ call: Call) {
        let faults = faults
        call.reply(
            .json(
                .object([
                    .init("status", .string(faults.isEmpty ? "ready" : "not ready")),
                    .init("faults", .array(faults.map { .string($0.text) })),
                ]), status: faults.isEmpty ? 200 : 503))
    }

    /// Faults that stop events or files, or delay frames.
    var faults: [Fault] { faults(atNanoseconds: LoopTimer.now) }

    /// On a healthy disk, no file waits longer than this.
    private static let longestStallNanoseconds: UInt64 = 5_000_000_000

    func faults(atNanoseconds now: UInt64) -> [Fault] {
        var faults: [Fault] = []
        if intake.isClosed {
            faults.append(Fault(kind: .leaving, text: "the server is going down"))
        }
        if let fault = journalFault { faults.append(Fault(kind: .journal, text: "\(fault)")) }
        if let sharing, sharing.isDeaf {
            faults.append(
                Fault(
                    kind: .news,
                    text: "what other servers record is not told: the connection to Redis is lost"))
        }
        if !settings.isFresh {
            faults.append(
                Fault(
                    kind: .settings,
                    text: "keys and settings may be out of date: the shared log was not heard for "
                        + "over a second"))
        }
        let stall = assets.stallNanoseconds(at: now)
        if stall > Self.longestStallNanoseconds {
            let seconds = stall / 1_000_000_000
            faults.append(
                Fault(
                    kind: .files,
                    text: "uploaded files have waited \(seconds) s for the disk or for Redis"))
        }
        if metrics.lateShare > 0.1 {
            let share = Int(metrics.lateShare * 100)
            faults.append(
                Fault(
                    kind: .frames,
                    text: "the frame clock is late: \(share) % of ticks were missed"))
        }
        return faults
    }

    /// Conditions that become faults unless the operator acts.
    var warnings: [Fault] {
        let measure = surroundings.newest
        guard let free = measure.diskFreeBytes, measure.isDiskNearlyFull else { return [] }
        return [
            Fault(
                kind: .disk,
                text: "the disk that has the journal is nearly full: \(free >> 20) MiB are left")
        ]
    }

    /// The faults and warnings for the log: all but `leaving`, which `startDraining` has logged.
    var troubles: [Fault] { (faults + warnings).filter { $0.kind != .leaving } }

    func metricsPage(_ call: Call) {
        metrics.observeCommits(seconds: takeCommits())
        var reading = Metric.Reading(metrics: metrics, release: release)
        reading.startedSeconds = Int(startedAt.microseconds / 1_000_000)
        reading.isReady = faults.isEmpty
        reading.surroundings = surroundings.newest
        reading.turnedAway = loop.turnedAway
        reading.connections = loop.connectionCount
        reading.backlogBytes = journalBacklogBytes
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
