public import Texts

/// The definition of a goal by an event, with its title, its target and the gifts that it counts. Fields that the event
/// leaves out have their defaults.
public struct GoalUpdate: Hashable, Sendable {
    /// Not empty.
    public var title: Text
    /// Above 0.
    public var target: Double
    public var measure = Measure.count
    /// True to show the amounts as money in the room's currency; only for goals of values.
    public var isMoney = false
    /// The ID or name of the gifts to count; nil: all gifts.
    public var gift: Text?
    /// The amount from now on; nil: the current amount, 0 for a new goal.
    public var start: Int64?

    /// The quantity that a goal counts.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        case count
        /// The count times the value of one item.
        case value
    }

    public init(title: Text, target: Double) {
        self.title = title
        self.target = target
    }
}

extension GoalUpdate: Weighed {
    var byteEstimate: Int { 200 + title.byteCount + gift.byteEstimate }
}
