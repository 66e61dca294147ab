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
    /// The amount and the shown value are both at least the target.
    public var reached: Bool
    /// When the shown value came to the target because of a gift; nil: the goal is not reached, or was
    /// reached otherwise.
    public var reachedAt: Instant?
    /// Of the bar's end; nil: it is at rest.
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
