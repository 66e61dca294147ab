public import Texts

/// A goal's bar.
public struct GoalContent: Hashable, Sendable {
    public var title: Text
    /// What is shown of the amount.
    public var value: Hundredths
    public var target: Hundredths
    /// How full the bar is, 0 to 1.
    public var level: Thousandths
    /// The amount is at least the target.
    public var reached: Bool
    /// Of the bar's end; nil: it is at rest.
    public var wave: Wave?
    /// The currency in whose smallest unit the amounts are (ISO 4217); nil: they are no money.
    public var currency: Text?

    public struct Wave: Hashable, Sendable {
        /// In points.
        public var amplitude: Thousandths
        /// In radians.
        public var phase: Thousandths
    }

    /// Any one of them, for what holds of all: which fields there are.
    package static let example = GoalContent(
        title: "", value: Hundredths(0), target: Hundredths(1), level: Thousandths(0),
        reached: false)
}
