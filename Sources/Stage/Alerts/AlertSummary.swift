public import Texts
public import Timeline

/// The alert on the stage, in the overview of a room.
public struct AlertSummary: Hashable, Sendable {
    /// The ID of the event.
    public let event: Text
    public let rule: Text
    public let title: Text
    public let message: Text?
    public let start: Instant
    /// The instant at which the alert is gone.
    public let end: Instant

    init(_ shown: ShownAlert) {
        event = shown.alert.id
        rule = shown.alert.rule
        title = shown.alert.title
        message = shown.alert.message
        start = shown.fade.start
        end = shown.fade.end
    }
}

/// One waiting alert, in the overview of a room.
public struct WaitingAlertSummary: Hashable, Sendable {
    /// The ID of the event.
    public let event: Text
    public let rule: Text
    public let title: Text
}
