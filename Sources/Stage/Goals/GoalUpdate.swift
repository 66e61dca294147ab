public import Texts

/// What a goal is. What it leaves out has its default.
public struct GoalUpdate: Hashable, Sendable {
    /// Not empty.
    public var title: Text
    /// Above 0.
    public var target: Double
    public var measure = Measure.count
    /// Whether to show the amounts as money in the room's currency; only for goals of values.
    public var isMoney = false
    /// The id or the name of the gifts that are counted; nil: all.
    public var gift: Text?
    /// The amount from now on; nil: that of now, 0 for a new goal.
    public var start: Int64?

    /// What of a gift is counted.
    public enum Measure: String, Hashable, Sendable, CaseIterable {
        case count
        /// The count times the value of one.
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
