public import Texts
public import Timeline

/// The drawable content of a goal's bar in a frame.
public struct GoalContent: Hashable, Sendable {
    public var title: Text
    /// The shown amount.
    public var value: Hundredths
    public var target: Hundredths
    /// The filled share of the bar, 0 to 1.
    public var level: Thousandths
    /// True while the amount and the shown value are both at least the target.
    public var reached: Bool
    /// The instant at which a gift brought the shown value to the target; nil if the goal is not reached, or
    /// was reached otherwise.
    public var reachedAt: Instant?
    /// The wave at the end of the bar; nil while the bar is at rest.
    public var wave: Wave?
    /// The currency in whose smallest unit the amounts are (ISO 4217); nil if they are not money.
    public var currency: Text?

    public struct Wave: Hashable, Sendable {
        /// In points.
        public var amplitude: Thousandths
        /// In radians.
        public var phase: Thousandths
    }

    /// A sample value, from which `FieldTable` lists the fields of all values.
    package static let example = GoalContent(
        title: "", value: Hundredths(0), target: Hundredths(1), level: Thousandths(0),
        reached: false)
}
