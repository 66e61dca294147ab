/// How many observations fell below each of some bounds, as Prometheus counts them.
struct Histogram {
    let bounds: [Double]
    /// One for each bound, and one for what is above them all; not added up.
    private(set) var counts: [UInt64]
    private(set) var sum = 0.0

    /// `bounds` rise.
    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
