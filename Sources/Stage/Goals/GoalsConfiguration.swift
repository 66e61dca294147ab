public import Timeline

/// The settings of the goals widget, such as its place, size and number of rows.
public struct GoalsConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 680.0
    public var y = 24.0
    public var width = 256.0
    public var height = 32.0
    public var gap = 8.0
    /// The maximum number of goals.
    public var max = 4
    /// The time in which the shown value moves to a new amount.
    public var ease = Duration(seconds: 1)

    public init() {}
}
