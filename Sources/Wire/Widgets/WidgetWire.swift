import Stage
import Texts

/// The JSON and frame forms of one widget: its configuration section, events, part of a room's overview, and nodes.
/// Each widget has its own file.
struct WidgetWire: Sendable {
    let section: ConfigurationSection
    /// The forms of the widget's own events.
    var events: [EventForm] = []
    /// Returns the widget's members in the description of a room.
    let state: @Sendable (Overview, ExpectedEntries) -> [JSON.Member]
    /// A sample node, to list the fields that all its nodes have.
    let node: Node.Content

    /// All widgets, in the order in which documents list them.
    static let all: [WidgetWire] = [
        gifts, ticker, counters, captions, calls, goals, effects, alerts, leaders,
    ]
}

extension Event.Kind {
    var form: EventForm {
        switch self {
        case .gift: .gift
        case .deleteCombo: .deleteCombo
        case .moveCombo: .moveCombo
        case .counter, .clock, .changeClock: .counter
        case .deleteCounter: .deleteCounter
        case .goal: .goal
        case .deleteGoal: .deleteGoal
        case .caption: .caption
        case .deleteCaption: .deleteCaption
        case .call: .call
        case .notice: .notice
        case .deleteAlert: .deleteAlert
        case .moveAlert: .moveAlert
        case .speech: .speech
        case .dismiss: .dismiss
        case .tap: .tap
        case .control, .skip, .hideMessage: .control
        case .hold: .hold
        case .takeBack: .takeBack
        case .configure: .configure
        case .block: .block
        case .unblock: .unblock
        }
    }
}

extension Node {
    var kind: NodeKind {
        switch content {
        case .gift: GiftContent.kind
        case .ticker: TickerContent.kind
        case .counter: CounterContent.kind
        case .caption: CaptionContent.kind
        case .call: CallContent.kind
        case .goal: GoalContent.kind
        case .effect: EffectContent.kind
        case .alert: AlertContent.kind
        case .leader: LeaderContent.kind
        }
    }

    /// Passes every field to `fields`, in order, with its current value and its value in `before`,
    /// which must be of the same kind.
    borrowing func writeFields(since before: borrowing Node, to fields: inout some FieldWriter) {
        writePlace(since: before, to: &fields)
        switch (content, before.content) {
        case (.gift(let now), .gift(let before)): now.write(since: before, to: &fields)
        case (.ticker(let now), .ticker(let before)): now.write(since: before, to: &fields)
        case (.counter(let now), .counter(let before)): now.write(since: before, to: &fields)
        case (.caption(let now), .caption(let before)): now.write(since: before, to: &fields)
        case (.call(let now), .call(let before)): now.write(since: before, to: &fields)
        case (.goal(let now), .goal(let before)): now.write(since: before, to: &fields)
        case (.effect(let now), .effect(let before)): now.write(since: before, to: &fields)
        case (.alert(let now), .alert(let before)): now.write(since: before, to: &fields)
        case (.leader(let now), .leader(let before)): now.write(since: before, to: &fields)
        default: preconditionFailure("a node's id says its kind, so the kind stays")
        }
    }
}
