import Glibc

/// An instant of the world's clock, for people to read; nothing is timed by it.
public struct WallTime: Hashable, Codable, Sendable {
    /// Since 1970, UTC.
    public let microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// RFC 3339, UTC, to the microsecond: `2026-02-03T04:05:06.000007Z`.
    public var text: String {
        var seconds = time_t(microseconds / 1_000_000)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        let date = [Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday)]
        let time = [fields.tm_hour, fields.tm_min, fields.tm_sec].map(Int.init)
        return date.map { $0.padded(to: 2) }.joined(separator: "-") + "T"
            + time.map { $0.padded(to: 2) }.joined(separator: ":")
            + "." + Int(microseconds % 1_000_000).padded(to: 6) + "Z"
    }
}

extension Int {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
