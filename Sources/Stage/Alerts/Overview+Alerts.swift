public import Texts

/// The alert on the stage and the waiting alerts, for the overview of a room.
extension Overview {
    /// The alert on the stage.
    public var alert: AlertSummary? { room.alerts.shownAlert }

    /// The waiting alerts, the next first.
    public var alertQueue: [WaitingAlertSummary] {
        room.alerts.waitingAlerts(most, by: room.configuration.alerts.order)
    }
}

extension Room {
    /// The addresses of the speeches that the shown and the waiting alerts play.
    public var speechFiles: Set<Text> { alerts.speechFiles }

    /// The messages that alerts wait for, the next first.
    public var awaitedSpeeches: [AwaitedSpeech] {
        alerts.awaitedSpeeches(by: configuration.alerts.order)
    }
}
