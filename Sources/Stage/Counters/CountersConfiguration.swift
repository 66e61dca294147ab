/// The settings of the counters widget, such as its place, height and number of rows.
public struct CountersConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 24.0
    public var y = 24.0
    public var height = 36.0
    public var gap = 8.0
    /// The maximum number of counters.
    public var max = 6

    public init() {}
}
