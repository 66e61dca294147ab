import Texts
import Timeline

/// One kind of animation on the stage.
///
/// A widget is a value. It changes by events, which it defines itself, and by transitions, which
/// the room lets it perform when they are due. What it shows at an instant is sampled, never
/// stepped: positions and sizes come from the configuration of that moment, durations, scales and
/// curves were fixed when their segment started.
protocol Widget: Hashable, Sendable, Restorable {
    /// The next instant at which the widget changes by itself; nil if only an event can.
    var due: Instant? { get }

    /// Whether nothing is in it: nothing is shown, nothing waits and nothing stands for later.
    var isEmpty: Bool { get }

    /// Whether what it shows changes between `instant` and the next change.
    func isMoving(at instant: Instant) -> Bool

    /// Performs the first of the transitions that are due at `instant`.
    mutating func performDue(at instant: Instant, in context: inout RoomContext)

    /// Lets in, at `instant`, whatever waits and may enter.
    mutating func admit(at instant: Instant, in context: inout RoomContext)

    /// Lets what is shown leave.
    mutating func skip(at instant: Instant, in context: inout RoomContext)

    /// Empties stage and queue, for a reason.
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason)

    /// Gives up what the configuration has no more room for. (`admit` follows.)
    mutating func conform(at instant: Instant, to context: inout RoomContext)

    /// Appends what is shown at `instant`, in drawing order.
    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node])
}

/// A widget that is a state, not a show: it changes only by its own events and with the configuration,
/// and what it shows stays through `skip` and `clear`.
protocol StandingWidget: Widget {}

extension StandingWidget {
    var due: Instant? { nil }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {}
    mutating func admit(at instant: Instant, in context: inout RoomContext) {}
    mutating func skip(at instant: Instant, in context: inout RoomContext) {}
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {}
}

/// A widget that has events of its own.
protocol AddressedWidget: Widget {
    /// Takes an event of its own; throws, and changes nothing, if it can't.
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome

    /// Whether an event of its own would be refused now, while `pending` others of its kind are on
    /// their way.
    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal?
}

/// What a room says to all its widgets at once.
enum Signal {
    case admit
    case skip
    case clear
    case conform
}

extension Widget {
    mutating func respond(to signal: Signal, at instant: Instant, in context: inout RoomContext) {
        switch signal {
        case .admit: admit(at: instant, in: &context)
        case .skip: skip(at: instant, in: &context)
        case .clear: clear(at: instant, in: &context, because: .cleared)
        case .conform: conform(at: instant, to: &context)
        }
    }
}
