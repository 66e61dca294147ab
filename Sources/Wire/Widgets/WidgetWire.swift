import Stage
import Texts

/// One widget's share of what is sent and received: its section of the configuration, its events,
/// its part of the document of a room's state, and its nodes in frames. Each widget has its own
/// file.
struct WidgetWire: Sendable {
    let section: ConfigurationSection
    /// The events that only it takes.
    var events: [EventForm] = []
    /// Its members of the document of a room's state.
    let state: @Sendable (Overview, ExpectedEntries) -> [JSON.Member]
    /// An example of its nodes, to list their fields: all its nodes have the same.
    let node: Node.Content

    /// All widgets, in the order in which documents list them.
    static let all: [WidgetWire] = [gifts, ticker, counters, captions, calls, goals, effects]
}

extension Event.Kind {
    var form: EventForm {
        switch self {
        case .gift: .gift
        case .deleteCombo: .deleteCombo
        case .moveCombo: .moveCombo
        case .counter: .counter
        case .deleteCounter: .deleteCounter
        case .goal: .goal
        case .deleteGoal: .deleteGoal
        case .caption: .caption
        case .deleteCaption: .deleteCaption
        case .call: .call
        case .dismiss: .dismiss
        case .tap: .tap
        case .control, .skip: .control
        case .hold: .hold
        case .takeBack: .takeBack
        case .configure: .configure
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
        }
    }

    /// Gives `fields` every field in order, with its value now and in `before`, which must be of
    /// the same kind.
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
        default: preconditionFailure("a node's id says its kind, so the kind stays")
        }
    }
}
