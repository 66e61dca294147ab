import Glibc
public import Texts

/// A date and time in UTC, which is stored, shown and compared with expiry dates; durations are never measured with it.
public struct WallTime: Hashable, Codable, Comparable, Sendable {
    /// Microseconds since 1970, UTC.
    public let microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.microseconds < right.microseconds
    }

    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The time in the form of RFC 3339, in UTC with microseconds: `2026-02-03T04:05:06.000007Z`.
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
    /// Appends the last `count` digits of a number, and then `end`.
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

extension WallTime {
    /// Reads a time of RFC 3339, section 5.6; nil if the text has another form. Parts of a microsecond are cut off. A
    /// space counts as `+`, because decoding a form turns `+` into a space.
    public init?(_ text: Text) {
        var digits = TimeReader(text)
        guard let year = digits.number(4), digits.consume("-"), let month = digits.number(2),
            digits.consume("-"), let day = digits.number(2),
            digits.consume("T") || digits.consume("t"), let hour = digits.number(2),
            digits.consume(":"), let minute = digits.number(2),
            digits.consume(":"), let second = digits.number(2), let part = digits.millionths(),
            let offset = digits.offsetMinutes(), digits.isAtEnd
        else { return nil }
        guard (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let minutes = (Self.days(year, month, day) * 24 + hour) * 60 + minute - offset
        microseconds = Int64(minutes * 60 + second) * 1_000_000 + Int64(part)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the number of days since 1970.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Years begin in March, so that the leap day is the last.
        let year = month > 2 ? year : year - 1
        let month = (month + 9) % 12
        return year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + day - 1
            - 719_468
    }
}

/// A reader of the digits and separators of a time.
private struct TimeReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: Text) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ letter: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: letter) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            return nil
        }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads the fraction of a second in microseconds; 0 if there is none.
    mutating func millionths() -> Int? {
        guard consume(".") else { return 0 }
        guard let first = digit() else { return nil }
        var (millionths, weight) = (first * 100_000, 10_000)
        while let digit = digit() {
            millionths += digit * weight
            weight /= 10
        }
        return millionths
    }

    /// Reads the offset from UTC in minutes; nil if it is malformed.
    mutating func offsetMinutes() -> Int? {
        if consume("Z") || consume("z") { return 0 }
        let isBehind = consume("-")
        guard isBehind || consume("+") || consume(" "), let hours = number(2), consume(":"),
            let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isBehind ? -1 : 1)
    }
}
