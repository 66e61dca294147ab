import Texts
import Timeline

/// One kind of animation on the stage.
///
/// A widget is a value. It changes by events, which it defines itself, and by transitions, which
/// the room lets it perform when they are due. What it shows at an instant is sampled, never
/// stepped: positions and sizes come from the configuration of that moment, durations, scales and
/// curves were fixed when their segment started.
protocol Widget: Hashable, Sendable, Kept {
    /// The next instant at which the widget changes by itself; nil if only an event can.
    var due: Instant? { get }

    /// Whether what it shows changes between `instant` and the next change.
    func isMoving(at instant: Instant) -> Bool

    /// Performs the first of the transitions that are due at `instant`.
    mutating func performDue(at instant: Instant, in conditions: inout Conditions)

    /// Lets in, at `instant`, whatever waits and may enter.
    mutating func admit(at instant: Instant, in conditions: inout Conditions)

    /// Lets what is shown leave.
    mutating func skip(at instant: Instant, in conditions: inout Conditions)

    /// Empties stage and queue, for a reason.
    mutating func clear(
        at instant: Instant, in conditions: inout Conditions, because reason: Milestone.Reason)

    /// Gives up what the configuration has no more room for. (`admit` follows.)
    mutating func conform(at instant: Instant, to conditions: inout Conditions)

    /// Appends what is shown at `instant`, in drawing order.
    func sample(at instant: Instant, in conditions: Conditions, into nodes: inout [Node])
}

/// What a room says to all its widgets at once.
enum Cue {
    case admit
    case skip
    case clear
    case conform
}

extension Widget {
    mutating func take(_ cue: Cue, at instant: Instant, in conditions: inout Conditions) {
        switch cue {
        case .admit: admit(at: instant, in: &conditions)
        case .skip: skip(at: instant, in: &conditions)
        case .clear: clear(at: instant, in: &conditions, because: .cleared)
        case .conform: conform(at: instant, to: &conditions)
        }
    }
}

/// What a widget may know of its room, and where it notes what becomes of things shown.
struct Conditions: Hashable, Sendable {
    private var shared: Shared<Configuration>
    /// While the room is held nothing new enters the stage.
    var isHeld = false
    /// What has become of things shown since the room's owner last asked.
    private(set) var milestones: [Milestone] = []

    init(configuration: Configuration, isHeld: Bool = false, milestones: [Milestone] = []) {
        shared = Shared(configuration)
        self.isHeld = isHeld
        self.milestones = milestones
    }

    var configuration: Configuration {
        get { shared.value }
        set { shared = Shared(newValue) }
    }

    mutating func note(_ step: Milestone.Step, of id: Text, at instant: Instant) {
        milestones.append(Milestone(id: id, time: instant, step: step))
    }

    mutating func takeMilestones() -> [Milestone] {
        defer { milestones.removeAll() }
        return milestones
    }
}
