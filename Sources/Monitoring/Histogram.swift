/// A histogram metric for Prometheus, with counts of observations up to each bound.
struct Histogram {
    let bounds: [Double]
    /// The observations up to each bound and above the previous one, then those above all bounds. They are not
    /// cumulative.
    private(set) var counts: [UInt64]
    private(set) var sum = 0.0

    /// The bounds must rise.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
