public import Texts

/// The settings of a room's sounds, in addition to the gifts' own sounds. Sounds are files of this server.
public struct SoundsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// 0 to 1.
    public var volume = 0.8
    /// Plays when a combo without a sound of its own enters; nil: no sound.
    public var combo: Text?
    public var call: Text?
    public var effect: Text?
    /// Plays when a gift brings a goal to its target.
    public var goal: Text?
    /// True: pages also play built-in sounds with what they draw: pops and rising tiers of expensive gifts, and
    /// films. These are no cues.
    public var flourish = false

    /// The volume of the sounds that pages play with what they draw, 0 to 1.
    public var flourishVolume: Double { enabled && flourish ? volume : 0 }

    public init() {}
}
