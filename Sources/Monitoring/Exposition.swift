import Texts

/// Writes metrics in Prometheus' text format, version 0.0.4.
///
/// `labels` is the text between the braces, such as `status="200"`; empty: there are none.
struct Exposition {
    private(set) var text = ""

    mutating func counter(
        _ name: String, _ help: String, _ samples: [(labels: String, value: String)]
    ) {
        family(name, help, "counter", samples)
    }

    mutating func gauge(
        _ name: String, _ help: String, _ samples: [(labels: String, value: String)]
    ) {
        family(name, help, "gauge", samples)
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        describe(name, help, "histogram")
        // A bucket counts all values up to its bound, including the values in earlier buckets.
        var total: UInt64 = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        total += histogram.counts.last ?? 0
        text += "\(name)_bucket{le=\"+Inf\"} \(total)\n"
        text += "\(name)_sum \(histogram.sum)\n\(name)_count \(total)\n"
    }

    /// Writes a metric with one line for each of its samples.
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
