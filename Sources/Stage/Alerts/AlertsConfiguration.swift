public import Timeline

/// The settings of the widget that shows alerts one at a time, such as its place, its queue and its rules.
public struct AlertsConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 300.0
    public var y = 200.0
    public var width = 360.0
    public var height = 150.0
    /// The time that an alert takes to fade in, and to fade out.
    public var fade = Duration(seconds: 0.3)
    /// The pause between two alerts.
    public var gap = Duration(seconds: 0.5)
    /// The maximum number of waiting alerts.
    public var queueLimit = 100
    public var order = Order.arrival
    /// The rules, in the order in which they are tried.
    public var rules: [AlertRule] = []

    public static let mostRules = 100

    public init() {}

    /// The order of waiting alerts.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// As they came.
        case arrival
        /// The highest worth first; equal ones as they came.
        case worth
    }
}

extension AlertsConfiguration: Weighed {
    var byteEstimate: Int { rules.reduce(0) { $0 + $1.byteEstimate } }
}
