public import Texts
import Timeline

/// The goals, each in a row of its own: how far the gifts of a room have come.
struct Goals: Widget {
    /// By row.
    private var goals: [Goal] = []

    /// Makes or changes the goal `name`.
    mutating func set(
        _ name: Text, _ update: GoalUpdate, at instant: Instant, in context: inout RoomContext
    ) throws(Refusal) {
        let ease = context.configuration.goals.ease
        if let index = index(of: name) {
            goals[index].update(update, at: instant, ease: ease)
            return
        }
        if let refusal = refusal(of: name, pending: 0, in: context) { throw refusal }
        // Sorted by row, the first that is not in its place leaves the lowest row free.
        let row = goals.indices.first { goals[$0].row != $0 } ?? goals.count
        goals.insert(Goal(name: name, row: row, update), at: row)
    }

    /// Removes the goal `name` at once.
    mutating func delete(_ name: Text) throws(Refusal) {
        guard let index = index(of: name) else { throw .noSuchGoal(name) }
        goals.remove(at: index)
    }

    /// Counts a gift that was given, whatever became of it on the stage.
    mutating func count(_ gift: Gift, at instant: Instant, in context: RoomContext) {
        for index in goals.indices where goals[index].counts(gift) {
            goals[index].add(gift, at: instant, ease: context.configuration.goals.ease)
        }
    }

    func contains(_ name: Text) -> Bool { index(of: name) != nil }

    /// Whether one of this name would be refused, while `pending` others are on their way.
    func refusal(of name: Text, pending: Int, in context: RoomContext) -> Refusal? {
        let limit = context.configuration.goals.max
        return goals.count + pending < limit || contains(name) ? nil : .goalsFull(limit: limit)
    }

    private func index(of name: Text) -> Int? {
        goals.firstIndex { $0.name == name }
    }

    // MARK: Widget

    var due: Instant? { nil }

    var isEmpty: Bool { goals.isEmpty }

    func isMoving(at instant: Instant) -> Bool {
        goals.contains { $0.isMoving(at: instant) }
    }

    mutating func performDue(at instant: Instant, in context: inout RoomContext) {}
    mutating func admit(at instant: Instant, in context: inout RoomContext) {}
    mutating func skip(at instant: Instant, in context: inout RoomContext) {}

    /// Goals stay: what was given was given.
    mutating func clear(
        at instant: Instant, in context: inout RoomContext, because reason: Milestone.Reason
    ) {}

    mutating func conform(at instant: Instant, to context: inout RoomContext) {
        if !context.configuration.goals.enabled { goals = [] }
    }

    func sample(at instant: Instant, in context: RoomContext, into nodes: inout [Node]) {
        for goal in goals {
            nodes.append(goal.node(at: instant, context.configuration.goals))
        }
    }

    var byteEstimate: Int { goals.reduce(0) { $0 + $1.byteEstimate } }

    var shown: [Overview.ShownGoal] { goals.map(\.description) }
}

extension Goals: Restorable {
    func save(to state: inout StateWriter) {
        state.put("goals", parts: goals)
    }

    init(_ state: StateReader) {
        for goal: Goal in state.parts("goals").sorted(by: { $0.row < $1.row })
        where goal.row != goals.last?.row && !contains(goal.name) {
            goals.append(goal)
        }
    }
}

extension Refusal {
    /// There are `limit` goals already.
    public static func goalsFull(limit: Int) -> Refusal {
        .full("There are \(limit) goals already.")
    }

    public static func noSuchGoal(_ name: Text) -> Refusal {
        .missing("There is no goal \"\(name)\".")
    }
}
