/// A span of time in whole microseconds; negative spans point backwards.
public struct Duration: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    public static let zero = Duration(microseconds: 0)

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates the span of `seconds`, rounded to a microsecond, half away from zero.
    ///
    /// `seconds` must be finite and within ±292,000 years, which every caller checks on input.
    public init(seconds: Double) {
        self.init(microseconds: Int64((seconds * 1e6).rounded(.toNearestOrAwayFromZero)))
    }

    public var seconds: Double { Double(microseconds) / 1e6 }

    /// Returns this span divided by `divisor`, rounded to a microsecond, half away from zero.
    public func divided(by divisor: Double) -> Duration {
        Duration(
            microseconds: Int64(
                (Double(microseconds) / divisor).rounded(.toNearestOrAwayFromZero)))
    }

    public static func < (left: Duration, right: Duration) -> Bool {
        left.microseconds < right.microseconds
    }

    public static func + (left: Duration, right: Duration) -> Duration {
        Duration(microseconds: left.microseconds + right.microseconds)
    }

    public static func - (left: Duration, right: Duration) -> Duration {
        Duration(microseconds: left.microseconds - right.microseconds)
    }
}
