public import Texts
public import Timeline

/// The settings of the leaders widget, such as its place, the number of its rows and the sums that it compares.
public struct LeadersConfiguration: Hashable, Sendable {
    public var enabled = false
    public var x = 736.0
    public var y = 200.0
    public var width = 200.0
    public var rowHeight = 28.0
    public var gap = 4.0
    /// The maximum number of senders on the board.
    public var rows = 5
    public var by = Measure.value
    /// The title above the rows; empty: no title.
    public var title: Text = ""
    /// True to show all anonymous senders as one row.
    public var anonymous = false
    public var period = Period.all
    /// The IANA name of the time zone for the beginnings of days, weeks and months.
    public var timeZone: Text = "UTC"
    /// The duration of a row's moves and fades.
    public var move = Duration(microseconds: 400_000)
    /// The duration of a number's way to a new sum.
    public var ease = Duration(microseconds: 600_000)

    public init() {}

    /// Returns true if a text has the form of a time zone's IANA name, such as `America/Port-au-Prince`.
    public static func isTimeZone(_ name: Text) -> Bool {
        name.elements(separatedBy: UInt8(ascii: "/")).allSatisfy { part in
            !part.isEmpty
                && part.consists { byte in
                    switch byte.asciiLowercased {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }

    /// The sum that decides about the order.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        /// The worth of the gifts.
        case value
        /// The number of the gifts.
        case count
    }

    /// The time after which the server sets all sums to 0.
    public enum Period: String, Hashable, Sendable, CaseIterable {
        case all
        case session
        case day
        case week
        case month
    }
}
