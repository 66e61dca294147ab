/// A number rounded to 0.01, half away from zero: positions, sizes, a counter's value.
public struct Hundredths: Hashable, Sendable {
    /// The number times 100.
    public let units: Int64

    /// `value` must be within ±1e15.
    public init(_ value: Double) {
        units = Int64((value * 100).rounded(.toNearestOrAwayFromZero))
    }
}

/// A number rounded to 0.001, half away from zero: alpha, scales and the like.
public struct Thousandths: Hashable, Sendable {
    /// The number times 1000.
    public let units: Int64

    /// `value` must be within ±1e15.
    public init(_ value: Double) {
        units = Int64((value * 1000).rounded(.toNearestOrAwayFromZero))
    }
}
