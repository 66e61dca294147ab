public import Timeline

/// The settings of the widget that shows the effects of big gifts, such as its place, fades and queue.
public struct EffectsConfiguration: Hashable, Sendable {
    public var enabled = true
    public var x = 0.0
    public var y = 0.0
    public var width = 960.0
    public var height = 540.0
    /// The time that an effect takes to fade in, and to fade out.
    public var fade = Duration(seconds: 0.3)
    /// The pause between two effects.
    public var gap = Duration(seconds: 0.2)
    /// The maximum number of waiting effects.
    public var queueLimit = 50

    public init() {}
}
