import Texts

/// What the server counts. Belongs to the loop's thread.
final class Metrics {
    var framesSent = 0
    /// Frames that a viewer who could not keep up was spared.
    var framesSkipped = 0
    /// What was more than a limit allows, by the limit's name.
    var limited: [Text: Int] = [:]
    /// What viewers said and may not say.
    var messagesRefused = 0
    private(set) var ticksMissed: UInt64 = 0
    /// Rooms that were not as the journal has them, and were read anew.
    var rewinds: UInt64 = 0
    /// Rooms of which servers had made different things.
    var divergences: UInt64 = 0
    private(set) var tickLateness = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128])
    private(set) var requestDuration = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1])
    private(set) var events: [EventLabel: Int] = [:]
    private(set) var requests: [Int: Int] = [:]

    /// How long the journal's transactions took, until they were on disk.
    private(set) var commitDuration = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])

    /// How late the loop came to what is due once a second.
    private(set) var loopLag = Histogram(
        bounds: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5])

    /// A gauge of the frame clock's health: the share of missed ticks, newest weighing most.
    private(set) var lateShare = 0.0

    struct EventLabel: Hashable {
        let kind: Text
        let outcome: Text
    }

    func observeTick(lateNanoseconds: UInt64, missed: UInt64) {
        tickLateness.observe(Double(lateNanoseconds) / 1e9)
        ticksMissed += missed
        // Each of the missed is a tick, as the one is that was served.
        for _ in 0..<min(missed, 3000) { lateShare += (1 - lateShare) / 300 }
        lateShare -= lateShare / 300
    }

    /// A clock that rests keeps nobody waiting: the share falls as if so many ticks had come in time.
    func observeRest(ticks: Int) {
        for _ in 0..<ticks { lateShare -= lateShare / 300 }
    }

    func observeCommits(seconds: [Double]) {
        for each in seconds { commitDuration.observe(each) }
    }

    func observeLag(seconds: Double) { loopLag.observe(seconds) }

    func observeRequest(status: Int, seconds: Double) {
        requests[status, default: 0] += 1
        requestDuration.observe(seconds)
    }

    /// What became of what platforms sent.
    private(set) var deliveries: [EventLabel: Int] = [:]

    func countDelivery(_ source: Text, _ outcome: Text) {
        deliveries[EventLabel(kind: source, outcome: outcome), default: 0] += 1
    }

    /// Deliveries of types that the server does not know, by source.
    private(set) var unknownDeliveries: [Text: Int] = [:]

    func countUnknownDelivery(_ source: Text) {
        unknownDeliveries[source, default: 0] += 1
    }

    func count(_ kind: Text, _ outcome: Text) {
        events[EventLabel(kind: kind, outcome: outcome), default: 0] += 1
    }
}
