import Texts
import Timeline

/// What a widget may know of its room, and where it notes what becomes of things shown.
struct RoomContext: Hashable, Sendable {
    private var shared: Shared<Configuration>
    /// While the room is held nothing new enters the stage.
    var isHeld = false
    /// Whether an event has set the configuration.
    private(set) var isConfigured = false
    /// What has become of things shown since the room's owner last asked.
    private(set) var milestones: [Milestone] = []

    init(
        configuration: Configuration, isHeld: Bool = false, isConfigured: Bool = false,
        milestones: [Milestone] = []
    ) {
        shared = Shared(configuration)
        self.isHeld = isHeld
        self.isConfigured = isConfigured
        self.milestones = milestones
    }

    var configuration: Configuration { shared.value }

    mutating func configure(_ configuration: Configuration) {
        shared = Shared(configuration)
        isConfigured = true
    }

    /// What is to be heard since the room's owner last asked.
    private(set) var cues: [SoundCue] = []
    /// The cues of events whose combo and effect have yet to agree on who is heard.
    private(set) var unsettledCues: [SoundCue] = []

    /// So many cues are kept if nobody asks; the oldest are lost.
    private static let mostCues = 1000

    /// Makes a cue with its `own` sound, or that of its cause. Without a sound there is none.
    mutating func cue(
        _ cause: SoundCue.Cause, of id: Text, own: Text? = nil, at instant: Instant
    ) {
        let sounds = configuration.sounds
        guard sounds.enabled, let sound = own ?? sounds.sound(of: cause) else { return }
        let cue = SoundCue(
            cause: cause, id: id, sound: sound, volume: sounds.volume, time: instant)
        if cues.count == Self.mostCues { cues.removeFirst(Self.mostCues / 2) }
        cues.append(cue)
        if cause == .combo || (cause == .effect && own != nil) { unsettledCues.append(cue) }
    }

    mutating func takeCues() -> [SoundCue] {
        guard !cues.isEmpty else { return [] }
        defer { cues.removeAll() }
        return cues
    }

    mutating func takeUnsettledCues() -> [SoundCue] {
        defer { unsettledCues.removeAll() }
        return unsettledCues
    }

    mutating func note(_ step: Milestone.Step, of id: Text, at instant: Instant) {
        milestones.append(Milestone(id: id, time: instant, step: step))
    }

    mutating func takeMilestones() -> [Milestone] {
        defer { milestones.removeAll() }
        return milestones
    }
}
