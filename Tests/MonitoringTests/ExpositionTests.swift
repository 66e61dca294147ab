import Testing
import Texts

@testable import Monitoring

@Suite("Metrics exposition")
struct ExpositionTests {
    @Test("A counter has help, a type and a line for each label set")
    func counter() {
        var page = Exposition()
        page.counter("a_total", "All a.", [("kind=\"x\"", "1"), ("", "2")])
        #expect(
            page.text == """
                # HELP a_total All a.
                # TYPE a_total counter
                a_total{kind="x"} 1
                a_total 2

                """)
    }

    @Test("A gauge has one line")
    func gauge() {
        var page = Exposition()
        page.gauge("rooms", "Rooms.", [("", "3")])
        #expect(page.text == "# HELP rooms Rooms.\n# TYPE rooms gauge\nrooms 3\n")
    }

    @Test("A histogram's buckets are cumulative and include their bounds")
    func histogram() {
        var histogram = Histogram(bounds: [0.5, 1, 2])
        for value in [0.25, 0.5, 0.75, 2, 8] { histogram.observe(value) }
        #expect(histogram.counts == [2, 1, 1, 1])
        #expect(histogram.sum == 11.5)
        var page = Exposition()
        page.histogram("h", "H.", histogram)
        #expect(
            page.text == """
                # HELP h H.
                # TYPE h histogram
                h_bucket{le="0.5"} 2
                h_bucket{le="1.0"} 3
                h_bucket{le="2.0"} 4
                h_bucket{le="+Inf"} 5
                h_sum 11.5
                h_count 5

                """)
    }

    @Test("The page has every metric once, with samples in a fixed order")
    func page() {
        let metrics = Metrics()
        metrics.count("gift", "shown")
        metrics.count("gift", "shown")
        metrics.count("call", "refused")
        metrics.observeRequest(status: 404, seconds: 0.01)
        metrics.observeRequest(status: 200, seconds: 0.01)
        metrics.framesSent = 7
        var reading = Metric.Reading(metrics: metrics, release: Release())
        (reading.rooms, reading.viewers) = (2, 3)
        let page = Metric.exposition(reading)
        let lines = page.split(separator: "\n").map(String.init)
        let samples = lines.filter { !$0.hasPrefix("#") }
        #expect(
            samples.prefix(6) == [
                #"ovation_events_total{kind="call",outcome="refused"} 1"#,
                #"ovation_events_total{kind="gift",outcome="shown"} 2"#,
                #"ovation_requests_total{status="200"} 1"#,
                #"ovation_requests_total{status="404"} 1"#,
                "ovation_rooms 2", "ovation_viewers 3",
            ])
        #expect(samples.contains("ovation_frames_sent_total 7"))
        #expect(samples.contains("ovation_request_duration_seconds_count 2"))
        let names = lines.filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count)
    }

    @Test(
        "The late share counts each missed tick", arguments: [(6, 0.857), (1, 0.5), (0, 0)])
    func lateShare(missed: UInt64, share: Double) {
        let metrics = Metrics()
        for _ in 0..<1000 { metrics.observeTick(lateNanoseconds: 0, missed: missed) }
        #expect(abs(metrics.lateShare - share) < 0.02)
    }

    @Test("The late share decreases while nothing moves")
    func restingShare() {
        let metrics = Metrics()
        for _ in 0..<1000 { metrics.observeTick(lateNanoseconds: 0, missed: 6) }
        metrics.observeRest(ticks: 60)
        #expect(metrics.lateShare < 0.857 && metrics.lateShare > 0.65)
        for _ in 0..<15 { metrics.observeRest(ticks: 60) }
        #expect(metrics.lateShare < 0.1)
    }
}
