public import Texts

/// What is heard, beside what gifts bring themselves. Sounds are files of this server.
public struct SoundsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// 0 to 1.
    public var volume = 0.8
    /// When a combo enters that has no sound of its own; nil: nothing.
    public var combo: Text?
    public var call: Text?
    public var effect: Text?
    /// When a gift brings a goal to its target.
    public var goal: Text?

    public init() {}
}
