import Texts
import Timeline

/// The part of a room that its widgets share, with the configuration, the pause, and the records of sounds and
/// transitions.
struct RoomContext: Hashable, Sendable {
    private var shared: Shared<Configuration>
    /// True while the room is paused: no new content enters the stage.
    var isHeld = false
    /// True if an event has set the configuration.
    private(set) var isConfigured = false
    /// The blocklist that moderators keep; nil without entries, because copies of a room are then cheaper.
    var blockEntries: BlockEntries?
    /// The transitions of shown content since the room's owner last took them.
    private(set) var milestones: [Milestone] = []

    init(
        configuration: Configuration, isHeld: Bool = false, isConfigured: Bool = false,
        blockEntries: [BlockEntry] = [], milestones: [Milestone] = []
    ) {
        shared = Shared(configuration)
        self.isHeld = isHeld
        self.isConfigured = isConfigured
        self.blockEntries = blockEntries.isEmpty ? nil : BlockEntries(blockEntries)
        self.milestones = milestones
    }

    var configuration: Configuration { shared.value }

    /// Returns true if a text has a blocked word.
    func blocks(_ text: Text) -> Bool {
        configuration.sources.blocklist.blocks(text) || blockEntries?.blocks(text) ?? false
    }

    /// Returns true if a sender is blocked, or if the sender's name has a blocked word.
    func blocks(_ sender: Person) -> Bool {
        configuration.sources.blocklist.blocks(sender.name) || blockEntries?.blocks(sender) ?? false
    }

    mutating func configure(_ configuration: Configuration) {
        shared = Shared(configuration)
        isConfigured = true
    }

    /// The sound cues since the room's owner last took them.
    private(set) var cues: [SoundCue] = []
    /// The new cues of combos and effects, and of gifts' own sounds with alerts, kept until `Room.settleCues` marks the gifts as heard.
    private(set) var unsettledCues: [UnsettledCue] = []

    /// A cue that may silence the other content of its event.
    struct UnsettledCue: Hashable, Sendable {
        let cause: SoundCue.Cause
        /// The ID of the event.
        let id: Text
        /// True if it has the gift's own sound.
        let isOfGift: Bool
    }

    /// The maximum number of cues kept; beyond it, the older half is lost.
    private static let mostCues = 1000

    /// Records a cue with its `own` sound or else its cause's sound, and returns true. Without a sound, records no cue.
    ///
    /// `isOfGift`: the own sound of a gift plays with it, so that the gift's other content is silent.
    @discardableResult
    mutating func cue(
        _ cause: SoundCue.Cause, of id: Text, own: Text? = nil, isOfGift: Bool = false,
        at instant: Instant
    ) -> Bool {
        let sounds = configuration.sounds
        guard sounds.enabled, let sound = own ?? sounds.sound(of: cause) else { return false }
        let cue = SoundCue(
            cause: cause, id: id, sound: sound, volume: sounds.volume, time: instant)
        add(cue)
        if isOfGift || cause == .combo || cause == .effect {
            unsettledCues.append(UnsettledCue(cause: cause, id: id, isOfGift: isOfGift))
        }
        return true
    }

    /// Records that the speech of an alert ends now.
    mutating func hush(_ id: Text, at instant: Instant) {
        add(SoundCue(cause: .hush, id: id, sound: nil, volume: 0, time: instant))
    }

    private mutating func add(_ cue: SoundCue) {
        if cues.count == Self.mostCues { cues.removeFirst(Self.mostCues / 2) }
        cues.append(cue)
    }

    mutating func takeCues() -> [SoundCue] {
        guard !cues.isEmpty else { return [] }
        defer { cues.removeAll() }
        return cues
    }

    mutating func takeUnsettledCues() -> [UnsettledCue] {
        defer { unsettledCues.removeAll() }
        return unsettledCues
    }

    /// Records a step of shown content. `rule` is the rule of an alert.
    mutating func note(
        _ step: Milestone.Step, of id: Text, rule: Text? = nil, at instant: Instant
    ) {
        milestones.append(Milestone(id: id, time: instant, step: step, rule: rule))
    }

    /// The ends of clocks since the room's owner last took them.
    private(set) var clockEnds: [ClockEnd] = []
    /// The maximum number of ends kept; beyond it, the oldest are lost.
    private static let mostClockEnds = 100

    mutating func noteClockEnd(of counter: Text, at instant: Instant) {
        if clockEnds.count == Self.mostClockEnds { clockEnds.removeFirst() }
        clockEnds.append(ClockEnd(counter: counter, instant: instant))
    }

    mutating func takeClockEnds() -> [ClockEnd] {
        guard !clockEnds.isEmpty else { return [] }
        defer { clockEnds.removeAll() }
        return clockEnds
    }

    mutating func takeMilestones() -> [Milestone] {
        defer { milestones.removeAll() }
        return milestones
    }
}
