import Assets
import Cluster
import History
import Journal
import LiveRooms
import Monitoring
import Settings
import Texts
import Transport
import Webhooks
import Wire

/// The faults and warnings of the server, which monitoring and the studio report.
struct Health {
    /// On a healthy disk, no file waits longer than this.
    private static let longestStallNanoseconds: UInt64 = 5_000_000_000

    let intake: Intake
    let journal: Journal
    let settings: Settings
    let assets: Assets
    let sharing: Sharing?
    let metrics: Metrics
    let surroundings: Surroundings

    /// Faults that stop events or files, or delay frames.
    var faults: [Fault] { faults(atNanoseconds: LoopTimer.now) }

    func faults(atNanoseconds now: UInt64) -> [Fault] {
        [
            shutdownFault, journalFault, newsFault, settingsFault, assetsFault(at: now), clockFault,
        ].compactMap(\.self)
    }

    private var shutdownFault: Fault? {
        intake.isClosed ? Fault(kind: .leaving, text: "the server is going down") : nil
    }

    private var journalFault: Fault? {
        journal.fault.map { Fault(kind: .journal, text: "\($0)") }
    }

    private var newsFault: Fault? {
        guard let sharing, sharing.isDeaf else { return nil }
        return Fault(
            kind: .news,
            text: "what other servers record is not told: the connection to Redis is lost")
    }

    private var settingsFault: Fault? {
        if settings.isFresh { return nil }
        return Fault(
            kind: .settings,
            text: "keys and settings may be out of date: the shared log was not heard for over a "
                + "second")
    }

    private func assetsFault(at now: UInt64) -> Fault? {
        let stall = assets.stallNanoseconds(at: now)
        guard stall > Self.longestStallNanoseconds else { return nil }
        return Fault(
            kind: .files,
            text: "uploaded files have waited \(stall / 1_000_000_000) s for the disk or for Redis")
    }

    private var clockFault: Fault? {
        guard metrics.lateShare > 0.1 else { return nil }
        return Fault(
            kind: .frames,
            text: "the frame clock is late: \(Int(metrics.lateShare * 100)) % of ticks were missed")
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

    /// The faults and warnings for the log: all but `leaving`, because the shutdown has a log line of its own.
    var troubles: [Fault] { (faults + warnings).filter { $0.kind != .leaving } }
}
