public import Texts

/// The format that turns a counter's value into its text.
public struct CounterFormat: Hashable, Sendable {
    public var style = Style.integer
    public var prefix: Text = ""
    public var suffix: Text = ""
    /// True if commas separate thousands.
    public var grouping = false

    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Truncated towards zero.
        case integer
        /// Two decimals, rounded half away from zero, always with a point.
        case decimal
    }

    public init() {}

    /// Returns the text of `value`, which is within ±1e15. A value that rounds to zero has no minus
    /// sign.
    func text(_ value: Double) -> Text {
        prefix + Text(number(value)) + suffix
    }

    private func number(_ value: Double) -> String {
        switch style {
        case .integer:
            let whole = Int64(value)
            return (whole < 0 ? "-" : "") + digits(whole.magnitude)
        case .decimal:
            let hundredths = Hundredths(value).units
            let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
            return (hundredths < 0 ? "-" : "") + digits(whole) + (rest < 10 ? ".0" : ".")
                + String(rest)
        }
    }

    private func digits(_ whole: UInt64) -> String {
        guard grouping, whole >= 1000 else { return String(whole) }
        let rest = String(whole % 1000)
        return digits(whole / 1000) + "," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
