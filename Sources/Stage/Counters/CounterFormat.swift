public import Texts

/// The format that turns a counter's value into its text.
public struct CounterFormat: Hashable, Sendable {
    public var style = Style.integer
    public var prefix: Text = ""
    public var suffix: Text = ""
    /// True if commas separate thousands. Times of hours, minutes or days have no commas.
    public var grouping = false

    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Truncated towards zero. Of a clock: whole seconds, rounded up.
        case integer
        /// Two decimals, rounded half away from zero, always with a point. Of a clock: rounded up.
        case decimal
        /// The time of a clock in hours, minutes and seconds.
        case hours = "h:mm:ss"
        case minutes = "m:ss"
        case days = "d hh:mm:ss"

        /// True if only a clock can have the style.
        public var isTime: Bool {
            switch self {
            case .integer, .decimal: false
            case .hours, .minutes, .days: true
            }
        }
    }

    public init(style: Style = .integer) {
        self.style = style
    }

    /// Returns the text of `value`, which is within ±1e15. A value that rounds to zero has no minus
    /// sign.
    func text(_ value: Double) -> Text {
        prefix + Text(number(value)) + suffix
    }

    private func number(_ value: Double) -> String {
        guard style == .decimal else {
            let whole = Int64(value)
            return (whole < 0 ? "-" : "") + digits(whole.magnitude)
        }
        let hundredths = Hundredths(value).units
        return (hundredths < 0 ? "-" : "") + decimals(hundredths.magnitude)
    }

    /// Returns the text of a clock with `microseconds` left, at least 0, and the number of seconds in the text.
    func clock(_ microseconds: Int64) -> (text: Text, value: Hundredths) {
        if style == .decimal {
            let hundredths = (microseconds + 9_999) / 10_000
            return (
                prefix + Text(decimals(hundredths.magnitude)) + suffix,
                Hundredths(units: hundredths)
            )
        }
        let seconds = (microseconds + 999_999) / 1_000_000
        return (prefix + Text(time(seconds)) + suffix, Hundredths(units: seconds * 100))
    }

    private func time(_ seconds: Int64) -> String {
        let (minutes, hours) = (seconds / 60, seconds / 3600)
        return switch style {
        case .integer, .decimal: digits(seconds.magnitude)
        case .minutes: "\(minutes):\(two(seconds % 60))"
        case .hours: "\(hours):\(two(minutes % 60)):\(two(seconds % 60))"
        case .days:
            "\(hours / 24) \(two(hours % 24)):\(two(minutes % 60)):\(two(seconds % 60))"
        }
    }

    private func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private func decimals(_ hundredths: UInt64) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return digits(whole) + (rest < 10 ? ".0" : ".") + String(rest)
    }

    private func digits(_ whole: UInt64) -> String {
        guard grouping, whole >= 1000 else { return String(whole) }
        let rest = String(whole % 1000)
        return digits(whole / 1000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
