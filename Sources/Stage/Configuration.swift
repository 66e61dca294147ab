import Texts

/// All settings of a room for its look and behavior; every setting has a default.
///
/// Lengths are in points on the stage, origin top left, y down.
public struct Configuration: Hashable, Sendable {
    public var stage = StageConfiguration()
    public var catalogue = Catalogue.standard
    public var gifts = GiftsConfiguration()
    public var ticker = TickerConfiguration()
    public var counters = CountersConfiguration()
    public var captions = CaptionsConfiguration()
    public var calls = CallsConfiguration()
    public var goals = GoalsConfiguration()
    public var effects = EffectsConfiguration()
    public var alerts = AlertsConfiguration()
    public var leaders = LeadersConfiguration()
    public var speech = SpeechConfiguration()
    public var tiers = TiersConfiguration()
    public var clocks = ClocksConfiguration()
    public var sounds = SoundsConfiguration()
    public var look = LookConfiguration()
    public var sources = SourcesConfiguration()

    public init() {}
}
