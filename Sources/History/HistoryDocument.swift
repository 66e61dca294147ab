package import Journal
import LiveRooms
import Stage
package import Texts
import Timeline
package import Wire

/// Writes recorded events as JSON, as entries of the history or as explanations of one event.
package enum HistoryDocument {
    /// Returns `{"id", "seq", "time", "at", "type", …, "outcome", …}`: the receipt's keys and the event's
    /// keys.
    package static func entry(_ event: StoredEvent) throws -> JSON {
        try Receipt(event).entry(of: JSON(parsing: Array(event.body.utf8)))
    }

    /// The largest size of a page of history. The last event on a page may exceed it.
    static let pageBytes = 1 << 20

    /// Returns the entry and the event's status: its place in a queue and the expected entry time, or when it
    /// was shown, when it was first sent to a viewer, and how it ended; likewise for its alert. Times are room time in
    /// microseconds. `own` and `shown`: the stored times of the event, and of the item that shows it.
    package static func explanation(
        _ event: StoredEvent, own: StoredLife?, shown item: StoredLife?, _ forecast: Forecast,
        takenBackBy correction: StoredEvent? = nil
    ) throws -> JSON {
        var members = try entry(event).members
        if let alert = event.alert {
            members.removeAll { $0.key == "alert" }
            members.append(.init("alert", self.alert(alert, of: event, own, forecast)))
        }
        let (shown, life) = (event.shownAs, item?.content)
        if correction == nil, let wait = wait(of: shown, forecast), life?.left == nil {
            members.append(.init("status", .string("queued")))
            members.append(.init("positionNow", .number(Double(wait.place))))
            members.append(.init("expectedAt", wait.expected.map(time) ?? .null))
            return .object(members)
        }
        let status = correction == nil ? status(event, item) : "takenBack"
        members.append(.init("status", .string(status)))
        if let correction {
            members.append(.init("takenBackBy", .object(Receipt(correction).placeMembers)))
        }
        if let entered = life?.entered {
            // An event that is merged into a combo on the stage is shown from its own time on.
            members.append(
                .init("shownAt", time(max(entered, event.time))))
        }
        if let sent = item?.sentWallMicroseconds {
            members.append(.init("sentAt", .string(Text(WallTime(microseconds: sent).text))))
        }
        if let left = life?.left { members.append(.init("finishedAt", time(left))) }
        if let reason = life?.reason {
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        return .object(members)
    }

    /// Returns `{"rule", "status", "position"?, "expectedAt"?, "shownAt"?, "endedAt"?, "ended"?, "messageHidden"?}`. An
    /// alert that left the queue without being shown is `dropped`.
    private static func alert(
        _ outcome: AlertOutcome, of event: StoredEvent, _ life: StoredLife?, _ forecast: Forecast
    ) -> JSON {
        let stay = life?.alert ?? .init()
        let place = forecast.room.overview.alertQueue.firstIndex { $0.event == event.id }
        let known: AlertOutcome.Place =
            if let place { .queued(position: place + 1) } else if stay.entered != nil {
                .shown
            } else if stay.left != nil { .dropped } else { outcome.place }
        var members = AlertOutcome(rule: outcome.rule, place: known).members
        if let place {
            members.append(.init("expectedAt", forecast.entries.alerts[place].map(time) ?? .null))
        }
        if let entered = stay.entered { members.append(.init("shownAt", time(entered))) }
        if let left = stay.left { members.append(.init("endedAt", time(left))) }
        if let reason = stay.reason {
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        if life?.messageHidden != nil { members.append(.init("messageHidden", .bool(true))) }
        return .object(members)
    }

    private static func time(_ instant: Instant) -> JSON {
        .number(Double(instant.microseconds))
    }

    /// Returns the place of a waiting item in its queue, from 1, and its expected entry time; nil: it does
    /// not wait.
    private static func wait(
        of id: Text, _ forecast: Forecast
    ) -> (place: Int, expected: Instant?)? {
        let overview = forecast.room.overview
        let calls = overview.calls.filter { $0.slot == nil }.map(\.id)
        if let index = overview.queue.firstIndex(where: { $0.combo == id }) {
            return (index + 1, forecast.entries.combos[index])
        }
        if let index = calls.firstIndex(of: id) {
            return (index + 1, forecast.entries.calls[index])
        }
        // If the channels show gifts too, an event's status is that of its combo.
        guard !forecast.room.configuration.gifts.enabled,
            let index = overview.tickerQueue.firstIndex(of: id)
        else { return nil }
        return (index + 1, forecast.entries.cards[index])
    }

    private static func status(_ event: StoredEvent, _ life: StoredLife?) -> Text {
        if case .skipped = event.outcome { return "skipped" }
        // The life of an event whose content was never on the stage may only say that its message is hidden.
        guard let life, life.content != StoredLife.Stay() || life.alert != StoredLife.Stay() else {
            return event.outcome == nil ? "recorded" : "applied"
        }
        switch (life.content.entered, life.content.left) {
        case (_, nil): return "shown"
        case (nil, _): return "skipped"
        case (_, _): return "finished"
        }
    }
}

extension StoredEvent {
    /// True if this event retracts `event`.
    package func takesBack(_ event: StoredEvent) -> Bool {
        guard case .takeBack(let taken) = try? kind() else { return false }
        return taken.id == event.id && taken.seq == event.seq
    }

    /// The ID of the item that shows the event: its own ID, or that of the combo that it was merged into.
    package var shownAs: Text {
        if case .merged(let combo) = outcome { combo } else { id }
    }
}
