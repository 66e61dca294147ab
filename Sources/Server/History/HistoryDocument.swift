import Journal
import Stage
import Texts
import Timeline
import Wire

/// Events of the past as JSON documents.
enum HistoryDocument {
    /// `{"id", "seq", "time", "at", "type", …, "outcome", …}`: the receipt and the event's keys.
    static func entry(_ event: StoredEvent) throws -> JSON {
        .object(try members(event))
    }

    /// A page of history has no more bytes, but for one event of more.
    static let pageBytes = 1 << 20

    /// The entry of an event that has just been recorded.
    static func entry(_ receipt: Receipt, _ body: JSON) -> JSON {
        .object(members(receipt, body))
    }

    private static func members(_ event: StoredEvent) throws -> [JSON.Member] {
        try members(Receipt(event), JSON(parsing: Array(event.body.utf8)))
    }

    private static func members(_ receipt: Receipt, _ body: JSON) -> [JSON.Member] {
        let (receipt, body) = (receipt.members, body.members)
        // A gift's own keys may be called as a receipt's are.
        return receipt.filter { $0.key != "outcome" && !isDetail($0.key) }
            + body.filter { $0.key != "id" }
            + receipt.filter { $0.key == "outcome" || isDetail($0.key) }
    }

    private static func isDetail(_ key: Text) -> Bool {
        key == "combo" || key == "position" || key == "reason"
    }

    /// The entry, and what became of the event: where it waits and for how long, or when it was
    /// shown, to whom, and how it ended. Times are room time, in microseconds.
    static func explanation(
        _ event: StoredEvent, _ life: StoredLife?, _ forecast: Forecast,
        takenBackBy correction: StoredEvent? = nil
    ) throws -> JSON {
        var members = try members(event)
        let shown = event.shownAs
        if correction == nil, let wait = wait(of: shown, forecast), life?.left == nil {
            members.append(.init("status", .string("queued")))
            members.append(.init("positionNow", .number(Double(wait.place))))
            members.append(.init("expectedAt", wait.expected.map(time) ?? .null))
            return .object(members)
        }
        let status = correction == nil ? status(event, life) : "takenBack"
        members.append(.init("status", .string(status)))
        if let correction {
            members.append(.init("takenBackBy", .object(Receipt(correction).placeMembers)))
        }
        if let entered = life?.entered {
            // What is merged into a combo on the stage is shown from then on.
            members.append(
                .init("shownAt", time(max(entered, event.time))))
        }
        if let sent = life?.sentWallMicroseconds {
            members.append(.init("sentAt", .string(Text(WallTime(microseconds: sent).text))))
        }
        if let left = life?.left { members.append(.init("finishedAt", time(left))) }
        if let reason = life?.reason {
            members.append(.init("ended", .string(Text(reason.rawValue))))
        }
        return .object(members)
    }

    private static func time(_ instant: Instant) -> JSON {
        .number(Double(instant.microseconds))
    }

    /// The place in its queue, from 1, of what waits, and when it will enter.
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
        // If the channels show gifts too, theirs is the life that counts.
        guard !forecast.room.configuration.gifts.enabled,
            let index = overview.tickerQueue.firstIndex(of: id)
        else { return nil }
        return (index + 1, forecast.entries.cards[index])
    }

    private static func status(_ event: StoredEvent, _ life: StoredLife?) -> Text {
        if case .skipped = event.outcome { return "skipped" }
        guard let life else { return event.outcome == nil ? "recorded" : "applied" }
        switch (life.entered, life.left) {
        case (_, nil): return "shown"
        case (nil, _): return "skipped"
        case (_, _): return "finished"
        }
    }
}

extension StoredEvent {
    /// Whether it is what takes `event` back.
    func takesBack(_ event: StoredEvent) -> Bool {
        guard case .takeBack(let taken) = try? kind() else { return false }
        return taken.id == event.id && taken.seq == event.seq
    }

    /// The id of what shows the event: its own, or that of the combo it went into.
    var shownAs: Text {
        if case .merged(let combo) = outcome { combo } else { id }
    }
}
