public import Timeline

/// The column of goals.
public struct GoalsConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 680.0
    public var y = 24.0
    public var width = 256.0
    public var height = 32.0
    public var gap = 8.0
    /// How many goals there may be.
    public var max = 4
    /// How long the shown value takes to the amount.
    public var ease = Duration(seconds: 1)

    public init() {}
}
