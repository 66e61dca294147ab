import Access
import Texts
package import Wire

/// A Prometheus metric of the server, with its name, description and value; `all` lists the metrics.
///
/// `/metrics` and the documentation use the same rows.
package struct Metric: Sendable {
    let name: String
    let help: String
    let value: Value

    /// The sources of all values at one moment: the counters and the present state of the server.
    package struct Reading {
        let metrics: Metrics
        let release: Release
        /// The start of the server, in seconds since 1970.
        package var startedSeconds = 0
        package var isReady = true
        package var rooms = 0
        package var viewers = 0
        /// The number of overlays that are hidden or have not reported that they are visible.
        package var hidden = 0
        /// The numbers of waiting items in paused rooms, in rooms with a visible viewer, and in other rooms.
        package var waitingHeld = 0
        package var waitingWatched = 0
        package var waitingUnseen = 0
        package var connections = 0
        package var surroundings = Surroundings.Measure()
        /// Connections that were refused because their address, or the server, had too many.
        package var turnedAway = (byAddress: 0, inAll: 0)
        /// The bytes that wait to be written to the journal.
        package var backlogBytes = 0
        /// The delay of the shared log's news, and the number of comparisons of rooms with the log.
        package var lagMicroseconds: Int64 = 0
        package var comparisons = 0
        /// The bytes of the rooms' files, and their limit.
        package var assetBytes = 0
        package var assetLimitBytes = 0

        package init(metrics: Metrics, release: Release) {
            self.metrics = metrics
            self.release = release
        }
    }

    enum Value: Sendable {
        case counter(@Sendable (Reading) -> Int)
        /// Counters that differ by `labels`, which the documentation names.
        case counters(labels: String, @Sendable (Reading) -> [(labels: String, value: String)])
        case gauge(@Sendable (Reading) -> Int)
        /// Gauges that differ by `labels`.
        case gauges(labels: String, @Sendable (Reading) -> [(labels: String, value: String)])
        /// In seconds.
        case histogram(@Sendable (Reading) -> Histogram)
    }

    init(_ name: String, _ help: String, _ value: Value) {
        self.name = "ovation_" + name
        self.help = help
        self.value = value
    }

    func write(_ reading: Reading, to page: inout Exposition) {
        switch value {
        case .counter(let read): page.counter(name, help, [("", "\(read(reading))")])
        case .counters(_, let read): page.counter(name, help, read(reading))
        case .gauge(let read): page.gauge(name, help, [("", "\(read(reading))")])
        case .gauges(_, let read): page.gauge(name, help, read(reading))
        case .histogram(let read): page.histogram(name, help, read(reading))
        }
    }

    // MARK: All metrics

    static let all: [Metric] = [
        Metric(
            "events_total", "Events by kind and outcome; `refused` is an outcome too.",
            .counters(labels: "kind, outcome") { reading in
                reading.metrics.events
                    .map {
                        ("kind=\"\($0.key.kind)\",outcome=\"\($0.key.outcome)\"", "\($0.value)")
                    }
                    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            }),
        Metric(
            "deliveries_total", "Deliveries of platforms, by source and outcome.",
            .counters(labels: "source, outcome") { reading in
                reading.metrics.deliveries
                    .map {
                        ("source=\"\($0.key.kind)\",outcome=\"\($0.key.outcome)\"", "\($0.value)")
                    }
                    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            }),
        Metric(
            "deliveries_unknown_total", "Deliveries of types that the server does not know.",
            .counters(labels: "source") { reading in
                reading.metrics.unknownDeliveries
                    .sorted { $0.key < $1.key }
                    .map { ("source=\"\($0.key)\"", "\($0.value)") }
            }),
        Metric(
            "requests_total", "HTTP requests by status.",
            .counters(labels: "status") { reading in
                reading.metrics.requests.sorted { $0.key < $1.key }
                    .map { ("status=\"\($0.key)\"", "\($0.value)") }
            }),
        Metric("rooms", "Rooms in memory.", .gauge { $0.rooms }),
        Metric("viewers", "WebSocket connections.", .gauge { $0.viewers }),
        Metric(
            "viewers_hidden",
            "Overlays that report that they are hidden, or have not reported yet.",
            .gauge { $0.hidden }),
        Metric("connections", "Connections, HTTP and WebSocket.", .gauge { $0.connections }),
        Metric(
            "queue_length",
            "Waiting items in rooms that are paused (`held`), that a viewer watches "
                + "(`watched`), and that no viewer sees (`unseen`).",
            .gauges(labels: "rooms") { reading in
                [
                    (#"rooms="held""#, "\(reading.waitingHeld)"),
                    (#"rooms="unseen""#, "\(reading.waitingUnseen)"),
                    (#"rooms="watched""#, "\(reading.waitingWatched)"),
                ]
            }),
        Metric(
            "frames_sent_total", "Frames sent to viewers.", .counter { $0.metrics.framesSent }),
        Metric(
            "frames_skipped_total", "Frames that slow viewers missed.",
            .counter { $0.metrics.framesSkipped }),
        Metric(
            "limited_total", "Refusals because of a limit.",
            .counters(labels: "limit") { reading in
                let connections = [
                    (Limit.connectionsPerAddress.name, reading.turnedAway.byAddress),
                    ("connections", reading.turnedAway.inAll),
                ]
                return (reading.metrics.limited.map { ($0.key, $0.value) } + connections)
                    .filter { $0.1 > 0 }.map { ("limit=\"\($0.0)\"", "\($0.1)") }
                    .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            }),
        Metric(
            "messages_refused_total", "Messages that the viewer's key does not allow.",
            .counter { $0.metrics.messagesRefused }),
        Metric(
            "ticks_missed_total", "Ticks of the frame clock that came too late to be used.",
            .counter { Int($0.metrics.ticksMissed) }),
        Metric(
            "frame_lateness_seconds", "The delay of a tick of the frame clock.",
            .histogram { $0.metrics.tickLateness }),
        Metric(
            "request_duration_seconds", "The time from a complete request to its answer.",
            .histogram { $0.metrics.requestDuration }),
        Metric(
            "journal_commit_seconds",
            "The time from the start of a transaction until it is on disk.",
            .histogram { $0.metrics.commitDuration }),
        Metric(
            "journal_backlog_bytes", "Data that waits to be written to the journal.",
            .gauge { $0.backlogBytes }),
        Metric(
            "log_lag_seconds",
            "With `--redis`: the delay until the server knows the events of other servers.",
            .gauges(labels: "") { [("", "\(Double($0.lagMicroseconds) / 1e6)")] }),
        Metric(
            "log_comparisons_total",
            "With `--redis`: comparisons of rooms with the shared journal.",
            .counter { $0.comparisons }),
        Metric(
            "log_rewinds_total",
            "With `--redis`: rooms that differed from the shared journal and were loaded again.",
            .counter { Int($0.metrics.rewinds) }),
        Metric(
            "log_divergences_total",
            "With `--redis`: rooms whose states differed between servers, compared every 128 "
                + "events.",
            .counter { Int($0.metrics.divergences) }),
        Metric(
            "loop_lag_seconds", "The delay of the work that is due once a second.",
            .histogram { $0.metrics.loopLag }),
        Metric(
            "ready", "1 while the server takes events and frames are on time.",
            .gauge { $0.isReady ? 1 : 0 }),
        Metric(
            "disk_free_bytes", "Free space on the disk of the journal.",
            .gauge { $0.surroundings.diskFreeBytes ?? 0 }),
        Metric(
            "journal_file_bytes", "The size of the journal's file and its write-ahead log.",
            .gauge { $0.surroundings.journalBytes }),
        Metric(
            "assets_bytes",
            "The size of the rooms' files, each counted once and as at least 4 KiB.",
            .gauge { $0.assetBytes }),
        Metric(
            "assets_limit_bytes", "The limit of the rooms' files: `--assets-bytes`.",
            .gauge { $0.assetLimitBytes }),
        Metric(
            "memory_bytes", "Memory that the server uses.", .gauge { $0.surroundings.memoryBytes }),
        Metric(
            "start_time_seconds", "The start of the server, since 1970.",
            .gauge { $0.startedSeconds }),
        Metric(
            "build_info", "1; the labels are the version and the commit.",
            .gauges(labels: "version, commit") { reading in
                let release = reading.release
                return [
                    (
                        #"version="\#(release.version)",commit="\#(release.commit ?? "")""#, "1"
                    )
                ]
            }),
    ]

    /// The page of all metrics.
    package static func exposition(_ reading: Reading) -> String {
        var page = Exposition()
        for metric in all { metric.write(reading, to: &page) }
        return page.text
    }
}

extension ReferenceTable {
    /// The table `metrics`.
    package static let metrics = ReferenceTable(
        "metrics", columns: ["metric", "labels", "type", "meaning"],
        rows: Metric.all.map { metric in
            switch metric.value {
            case .counter: ["`\(metric.name)`", "", "counter", metric.help]
            case .counters(let labels, _): ["`\(metric.name)`", labels, "counter", metric.help]
            case .gauge: ["`\(metric.name)`", "", "gauge", metric.help]
            case .gauges(let labels, _): ["`\(metric.name)`", labels, "gauge", metric.help]
            case .histogram: ["`\(metric.name)`", "", "histogram", metric.help]
            }
        })
}
