public import Texts

/// The effect on the stage and the waiting effects, for the overview of a room.
extension Overview {
    /// The effect on the stage.
    public var effect: EffectSummary? { room.effects.shownEffect }

    /// The waiting effects, the next first.
    public var effectQueue: [WaitingEffectSummary] { room.effects.waitingEffects(most) }
}

extension Room {
    /// The files of the next three effects and the next three alerts; the first file is needed first.
    public var upcomingFiles: [Text] {
        effects.upcomingFiles(3) + alerts.upcomingFiles(3, by: configuration.alerts.order)
    }
}
