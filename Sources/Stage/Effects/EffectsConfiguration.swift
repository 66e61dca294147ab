public import Timeline

/// Big gifts over the whole stage.
public struct EffectsConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 0.0
    public var y = 0.0
    public var width = 960.0
    public var height = 540.0
    /// How long one takes to appear, and to go.
    public var fade = Duration(seconds: 0.3)
    /// The pause between two.
    public var gap = Duration(seconds: 0.2)
    /// How many may wait.
    public var queueLimit = 50

    public init() {}
}
