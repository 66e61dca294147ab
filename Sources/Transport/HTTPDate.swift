import Glibc

/// Formats the value of the Date header of HTTP responses, once a second (RFC 9110 §5.6.7).
struct HTTPDate {
    private var second: time_t = -1
    private var text: [UInt8] = []

    mutating func now() -> [UInt8] {
        let now = time(nil)
        if now != second {
            second = now
            text = Self.text(of: now)
        }
        return text
    }

    static func text(of second: time_t) -> [UInt8] {
        var second = second
        var parts = tm()
        gmtime_r(&second, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let day = "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday))"
        let date = "\(day) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits)
        return Array("\(date) \(clock.joined(separator: ":")) GMT".utf8)
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
