public import Stage
public import Texts
import Timeline

/// The JSON and frame forms of the goals widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let goals = WidgetWire(
        section: ConfigurationSection(
            "goals", \.goals, "The column of bars that gifts fill.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: all goals are deleted, and updates are recorded as skipped."),
                .position("x", \.x, "The bars' left edge."),
                .position("y", \.y, "The first bar's top edge."),
                .size("width", \.width, "A bar's width."),
                .size("height", \.height, "A bar's height."),
                .size("gap", \.gap, "The space between two bars."),
                .integer(
                    "max", \.max, 1...100,
                    "The number of goals that may exist. A further goal is refused with 429."),
                .duration("ease", \.ease, "The time in which a bar moves to a new amount."),
            ]),
        events: [.goal, .deleteGoal],
        state: { overview, _ in [.init("goals", .array(overview.goals.map(JSON.init)))] },
        node: .goal(.example))
}

// MARK: Events

extension EventForm {
    static let goal = EventForm(
        "goal",
        read: { reader in
            let name = reader.requiredText("name", .name)
            guard let update = reader.goalUpdate(), let name else { return nil }
            return .goal(name: name, update)
        },
        write: { kind in
            guard case .goal(let name, let update) = kind else { return [] }
            return [.init("name", .string(name))] + update.members
        })

    static let deleteGoal = EventForm("deleteGoal", naming: "name", .name, Event.Kind.deleteGoal) {
        if case .deleteGoal(let name) = $0 { name } else { nil }
    }
}

extension EventBody {
    /// Reads `{"title", "target", "measure"?, "money"?, "gift"?, "start"?}`.
    public static func goal(_ name: Text, _ json: JSON) throws(ContentError) -> Request {
        try update(of: name, json) { $0.goalUpdate().map { .goal(name: name, $0) } }
    }
}

extension TextKind {
    fileprivate static let title = TextKind(mostCharacters: 100, mostBytes: 400)
}

extension ObjectReader {
    /// Reads the keys of a goal, without its name.
    fileprivate mutating func goalUpdate() -> GoalUpdate? {
        let title = requiredText("title", .title)
        let target = required("target") { $0.number("target", in: 0...1e12) }
        if target == 0 { refuse("target", "must be above 0") }
        let measure: GoalUpdate.Measure? = choice("measure")
        let isMoney = flag("money") ?? false
        if isMoney, measure != .value { refuse("money", "needs the measure value") }
        let gift = text("gift", .id)
        let start = integer("start", in: 0...1_000_000_000_000)
        guard let title, let target else { return nil }
        var update = GoalUpdate(title: title, target: target)
        if let measure { update.measure = measure }
        update.isMoney = isMoney
        update.gift = gift
        update.start = start.map(Int64.init)
        return update
    }
}

extension GoalUpdate {
    fileprivate var members: [JSON.Member] {
        var members: [JSON.Member] = [
            .init("title", .string(title)), .init("target", .number(target)),
            .init("measure", .string(Text(measure.rawValue))),
        ]
        if isMoney { members.append(.init("money", .bool(true))) }
        if let gift { members.append(.init("gift", .string(gift))) }
        if let start { members.append(.init("start", .number(Double(start)))) }
        return members
    }
}

// MARK: State and nodes

extension JSON {
    fileprivate init(_ goal: GoalSummary) {
        self = .object(
            [
                .init("name", .string(goal.name)),
                .init("title", .string(goal.title)),
                .init("amount", .number(Double(goal.amount))),
                .init("target", .number(goal.target)),
                .init("reached", .bool(goal.isReached)),
            ] + (goal.isMoney ? [.init("money", .bool(true))] : []))
    }
}

extension GoalContent: NodeFields {
    static var kind: NodeKind { NodeKind("goal", number: 5, layer: 40) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.text("title", title, before.title)
        fields.hundredths("value", value, before.value)
        fields.hundredths("target", target, before.target)
        fields.thousandths("level", level, before.level)
        fields.flag("reached", reached, before.reached)
        fields.optional("amplitude", wave?.amplitude, before.wave?.amplitude)
        fields.optional("phase", wave?.phase, before.wave?.phase)
        fields.name("currency", currency, before.currency)
        fields.optional(
            "reachedAt", reachedAt.map { Int($0.microseconds) },
            before.reachedAt.map { Int($0.microseconds) })
    }
}
