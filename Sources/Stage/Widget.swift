import Texts
import Timeline

/// One kind of content on the stage, such as the gifts or the calls, which a room updates and draws.
///
/// A widget is a value. Two inputs change it: its own events, and transitions, which the room
/// performs when they are due. Its look at an instant is a function of time: positions and sizes
/// come from the current configuration; durations, scales and curves were fixed when their segment
/// started.
protocol Widget: Hashable, Sendable, Restorable {
    /// The next instant at which the widget changes by itself; nil if only an event can.
    var due: Instant? { get }

    /// True if the widget shows no content and none waits.
    var isEmpty: Bool { get }

    /// Returns true if the look changes between `instant` and the next transition or event.
    func isMoving(at instant: Instant) -> Bool

    /// Performs the first of the transitions that are due at `instant`.
    mutating func performDue(at instant: Instant, in context: inout RoomContext)

    /// Shows the waiting content that may enter at `instant`.
    mutating func admit(at instant: Instant, in context: inout RoomContext)

    /// Makes the shown content leave.
    mutating func skip(at instant: Instant, in context: inout RoomContext)

    /// Empties the stage and the queue, for a reason.
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason)

    /// Removes content for which a changed configuration has no space. (`admit` follows.)
    mutating func conform(at instant: Instant, to context: inout RoomContext)

    /// Makes the content leave, shown or waiting, that a new entry of the blocklist blocks. (`admit` follows.)
    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext)

    /// Appends the nodes of the content shown at `instant`, in drawing order.
    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node])
}

/// A widget whose content stays through `skip` and `clear`, and that nothing waits to enter.
protocol StandingWidget: Widget {}

extension StandingWidget {
    var due: Instant? { nil }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {}
    mutating func admit(at instant: Instant, in context: inout RoomContext) {}
    mutating func skip(at instant: Instant, in context: inout RoomContext) {}
    mutating func dropBlocked(
        by entry: BlockEntries, at instant: Instant, in context: inout RoomContext
    ) {}
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {}
}

/// A widget that has events of its own.
protocol AddressedWidget: Widget {
    /// Applies an event of the widget's own. Throws, without a change, if the widget refuses it.
    mutating func take(
        _ event: Event, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) -> Outcome

    /// Returns why an event of the widget's own would be refused now; nil if it would not.
    /// `pending` counts accepted events of its kind that are not applied yet.
    func refusal(of kind: Event.Kind, pending: Int, in context: RoomContext) -> Refusal?
}

/// A signal that the room sends to all its widgets at once.
enum Signal {
    case admit
    case skip
    case clear
    case conform
    /// The blocklist got this entry.
    case dropBlocked(BlockEntries)
}

extension Widget {
    mutating func respond(to signal: Signal, at instant: Instant, in context: inout RoomContext) {
        switch signal {
        case .admit: admit(at: instant, in: &context)
        case .skip: skip(at: instant, in: &context)
        case .clear: clear(at: instant, in: &context, because: .cleared)
        case .conform: conform(at: instant, to: &context)
        case .dropBlocked(let entry): dropBlocked(by: entry, at: instant, in: &context)
        }
    }
}

extension StateWriter {
    /// Writes a widget's state unless it is empty.
    mutating func put(_ key: Text, widget: some Widget) {
        let state = widget.state
        if state != .fields([]) { add(key, state) }
    }
}
