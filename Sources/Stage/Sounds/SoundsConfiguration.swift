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
    /// Plays when an alert starts for which neither the rule nor the gift has a sound.
    public var alert: Text?
    /// Plays when a clock comes to 0.
    public var clock: Text?
    /// True: pages also play built-in sounds with pops and rising tiers of gifts above tier 0, and with films.
    /// These sounds are no cues.
    public var flourish = false

    /// The volume of the sounds of `flourish`, 0 to 1.
    public var flourishVolume: Double { enabled && flourish ? volume : 0 }

    public init() {}
}
