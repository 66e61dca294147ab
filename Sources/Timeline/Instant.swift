/// A point in room time, in whole microseconds since the room began.
public struct Instant: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    /// The instant at which a room begins.
    public static let zero = Instant(microseconds: 0)

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates the instant of frame `index` at `rate` frames a second: index/rate, rounded to a
    /// microsecond, half up.
    ///
    /// `index` ≥ 0 and `rate` ≥ 1.
    public init(frame index: Int64, rate: Int64) {
        self.init(microseconds: (2 * index * 1_000_000 + rate) / (2 * rate))
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    public static func + (left: Instant, right: Duration) -> Instant {
        Instant(microseconds: left.microseconds + right.microseconds)
    }

    public static func - (left: Instant, right: Instant) -> Duration {
        Duration(microseconds: left.microseconds - right.microseconds)
    }
}
