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

    mutating func note(_ step: Milestone.Step, of id: Text, at instant: Instant) {
        milestones.append(Milestone(id: id, time: instant, step: step))
    }

    mutating func takeMilestones() -> [Milestone] {
        defer { milestones.removeAll() }
        return milestones
    }
}
