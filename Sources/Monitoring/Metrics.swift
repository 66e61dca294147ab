package import Access
package import Texts

/// The server's counters and histograms, from which its Prometheus metrics are written. Used only on the event loop's
/// thread.
package final class Metrics {
    package var framesSent = 0
    /// Frames that were not sent to viewers because their connections were behind.
    package var framesSkipped = 0
    /// Refusals because of a limit, by the limit's name.
    private(set) var limited: [Text: Int] = [:]
    /// Messages of viewers that had no permission for them.
    package var messagesRefused = 0
    private(set) var ticksMissed: UInt64 = 0
    /// Rooms whose state differed from the log's, and which were loaded again.
    package var rewinds: UInt64 = 0
    /// Rooms for which servers computed different states from the same events.
    package var divergences: UInt64 = 0
    private(set) var tickLateness = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128])
    private(set) var requestDuration = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1])
    private(set) var events: [EventLabel: Int] = [:]
    private(set) var requests: [Int: Int] = [:]

    /// The durations of the journal's transactions, until they are on disk.
    private(set) var commitDuration = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])

    /// The lateness of the event loop at a timer that fires once a second.
    private(set) var loopLag = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])

    /// The share of missed ticks of the frame clock, as a moving average over about 300 ticks.
    package private(set) var lateShare = 0.0

    package init() {}

    struct EventLabel: Hashable {
        let kind: Text
        let outcome: Text
    }

    package func observeTick(lateNanoseconds: UInt64, missed: UInt64) {
        tickLateness.observe(Double(lateNanoseconds) / 1e9)
        ticksMissed += missed
        // Each missed tick counts like the one that was served.
        for _ in 0..<min(missed, 3000) { lateShare += (1 - lateShare) / 300 }
        lateShare -= lateShare / 300
    }

    /// Lowers the share of missed ticks while the frame clock is stopped, by this number of ticks in time.
    package func observeRest(ticks: Int) {
        for _ in 0..<ticks { lateShare -= lateShare / 300 }
    }

    package func observeCommits(seconds: [Double]) {
        for each in seconds { commitDuration.observe(each) }
    }

    package func observeLag(seconds: Double) { loopLag.observe(seconds) }

    package func observeRequest(status: Int, seconds: Double) {
        requests[status, default: 0] += 1
        requestDuration.observe(seconds)
    }

    /// Deliveries from platforms, by source and outcome.
    private(set) var deliveries: [EventLabel: Int] = [:]

    package func countDelivery(_ source: Text, _ outcome: Text) {
        deliveries[EventLabel(kind: source, outcome: outcome), default: 0] += 1
    }

    /// Deliveries of types that the server does not know, by source.
    private(set) var unknownDeliveries: [Text: Int] = [:]

    package func countUnknownDelivery(_ source: Text) {
        unknownDeliveries[source, default: 0] += 1
    }

    /// Counts a refusal because of a limit.
    package func countRefusal(_ limit: Limit) { limited[limit.name, default: 0] += 1 }

    package func count(_ kind: Text, _ outcome: Text) {
        events[EventLabel(kind: kind, outcome: outcome), default: 0] += 1
    }
}
