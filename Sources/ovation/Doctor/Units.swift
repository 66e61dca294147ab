/// Formats byte counts and spans of time for people.
enum Units {
    /// Returns a size such as `812 bytes` or `9.1 MiB`.
    static func bytes(_ count: Int) -> String {
        var (tenths, unit) = (count * 10, 0)
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        while tenths >= 10_240, unit < units.count - 1 {
            tenths /= 1024
            unit += 1
        }
        return unit == 0 ? "\(count) bytes" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// Returns a time such as `40 seconds` or `3 days`: the number of whole units of the largest unit that
    /// fits.
    static func time(seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        let (size, name) = units.first { seconds >= $0.0 } ?? (1, "second")
        let count = seconds / size
        return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
}
