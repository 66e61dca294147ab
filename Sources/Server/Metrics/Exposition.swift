/// Metrics in Prometheus' text format, version 0.0.4.
struct Exposition {
    private(set) var text = ""

    mutating func counter(
        _ name: String, _ help: String, _ samples: [(labels: String, value: String)]
    ) {
        family(name, help, "counter", samples)
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int) {
        family(name, help, "gauge", [("", "\(value)")])
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        describe(name, help, "histogram")
        var total: UInt64 = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        total += histogram.counts.last ?? 0
        text += "\(name)_bucket{le=\"+Inf\"} \(total)\n"
        text += "\(name)_sum \(histogram.sum)\n\(name)_count \(total)\n"
    }

    private mutating func family(
        _ name: String, _ help: String, _ type: String,
        _ samples: [(labels: String, value: String)]
    ) {
        describe(name, help, type)
        for sample in samples {
            let labels = sample.labels.isEmpty ? "" : "{\(sample.labels)}"
            text += "\(name)\(labels) \(sample.value)\n"
        }
    }

    private mutating func describe(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }
}

extension Metrics {
    /// Everything there is to count.
    func exposition(rooms: Int, viewers: Int) -> String {
        var page = Exposition()
        page.counter(
            "ovation_events_total", "Events by kind and outcome.",
            events.sorted { ($0.key.kind, $0.key.outcome) < ($1.key.kind, $1.key.outcome) }
                .map { ("kind=\"\($0.key.kind)\",outcome=\"\($0.key.outcome)\"", "\($0.value)") })
        page.counter(
            "ovation_requests_total", "HTTP requests by status.",
            requests.sorted { $0.key < $1.key }
                .map { ("status=\"\($0.key)\"", "\($0.value)") })
        page.gauge("ovation_rooms", "Rooms in memory.", rooms)
        page.gauge("ovation_viewers", "WebSocket connections.", viewers)
        page.counter(
            "ovation_frames_sent_total", "Frames sent to viewers.", [("", "\(framesSent)")])
        page.counter(
            "ovation_frames_skipped_total", "Frames that viewers who could not keep up missed.",
            [("", "\(framesSkipped)")])
        page.counter(
            "ovation_ticks_missed_total", "Ticks of the frame clock that came too late to be used.",
            [("", "\(ticksMissed)")])
        page.histogram(
            "ovation_frame_lateness_seconds", "How late a tick of the frame clock was served.",
            tickLateness)
        page.histogram(
            "ovation_request_duration_seconds", "From a whole request to its answer.",
            requestDuration)
        return page.text
    }
}
