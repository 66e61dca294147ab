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
        var text: [UInt8] = []
        text.reserveCapacity(27)
        text.append(Int(fields.tm_year) + 1900, digits: 4, "-")
        text.append(Int(fields.tm_mon) + 1, digits: 2, "-")
        text.append(Int(fields.tm_mday), digits: 2, "T")
        text.append(Int(fields.tm_hour), digits: 2, ":")
        text.append(Int(fields.tm_min), digits: 2, ":")
        text.append(Int(fields.tm_sec), digits: 2, ".")
        text.append(Int(microseconds % 1_000_000), digits: 6, "Z")
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a number's last `count` digits, and what follows it.
    fileprivate mutating func append(_ number: Int, digits count: Int, _ end: Unicode.Scalar) {
        let start = endIndex
        for _ in 0..<count { append(UInt8(ascii: "0")) }
        var rest = number.magnitude
        for index in (start..<start + count).reversed() {
            self[index] += UInt8(rest % 10)
            rest /= 10
        }
        append(UInt8(ascii: end))
    }
}
