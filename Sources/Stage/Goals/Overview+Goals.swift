/// The goals on the stage, for the overview of a room.
extension Overview {
    /// The goals on the stage, in the order of their rows.
    public var goals: [GoalSummary] { room.goals.shown }
}
