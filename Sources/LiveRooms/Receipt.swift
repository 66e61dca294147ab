import Access
package import Journal
package import Stage
package import Texts
package import Timeline
package import Wire

/// The answer to the sender of a recorded event, with the event's place, its times and its outcome.
package struct Receipt {
    package let id: Text
    package let seq: Int64
    /// The event's room time.
    package let time: Instant
    package let at: WallTime
    /// Nil if it is unknown.
    package let outcome: Outcome?
    /// The outcome of the event's alert; nil if no rule made one.
    package let alert: AlertOutcome?

    package init(
        id: Text, seq: Int64, time: Instant, at: WallTime, outcome: Outcome, alert: AlertOutcome?
    ) {
        self.id = id
        self.seq = seq
        self.time = time
        self.at = at
        self.outcome = outcome
        self.alert = alert
    }

    /// Makes the answer to an event that was recorded before. `known` is used if the log does not have the event's
    /// outcome yet.
    package init(_ event: StoredEvent, known: Receipt? = nil) {
        id = event.id
        seq = event.seq
        time = event.time
        at = WallTime(microseconds: event.wallMicroseconds)
        outcome = event.outcome ?? known?.outcome
        alert = event.outcome == nil ? known?.alert : event.alert
    }

    package var landmark: Landmark {
        Landmark(seq: seq, id: id, wallMicroseconds: at.microseconds)
    }

    /// `{"id", "seq", "time", "at", "outcome", …}`.
    package var json: JSON { .object(members) }

    package var members: [JSON.Member] { placeMembers + (outcome?.members ?? []) + alertMembers }

    /// Returns the entry of the event in the history, with the event's body.
    package func entry(of body: JSON) -> JSON {
        // A gift may have keys with the same names as the receipt's details, so the details come last.
        let first = members.filter { $0.key != "outcome" && !Self.isDetail($0.key) }
        return .object(
            first + body.members.filter { $0.key != "id" }
                + members.filter { $0.key == "outcome" || Self.isDetail($0.key) })
    }

    private static func isDetail(_ key: Text) -> Bool {
        key == "combo" || key == "position" || key == "reason" || key == "alert"
    }

    private var alertMembers: [JSON.Member] {
        guard let alert else { return [] }
        return [.init("alert", .object(alert.members))]
    }

    /// The members that identify the event and give its times.
    package var placeMembers: [JSON.Member] {
        [
            .init("id", .string(id)),
            .init("seq", .number(Double(seq))),
            .init("time", .number(Double(time.microseconds))),
            .init("at", .string(Text(at.text))),
        ]
    }
}

extension Outcome {
    fileprivate var members: [JSON.Member] {
        let members: [JSON.Member] = [.init("outcome", .string(word))]
        return switch self {
        case .merged(let combo): members + [.init("combo", .string(combo))]
        case .queued(let position): members + [.init("position", .number(Double(position)))]
        case .skipped(let skip): members + [.init("reason", .string(Text(skip.explanation)))]
        case .shown, .applied: members
        }
    }
}

extension AlertOutcome {
    /// `"rule", "status", "position"?`.
    package var members: [JSON.Member] {
        let (status, position): (Text, Int?) =
            switch place {
            case .shown: ("shown", nil)
            case .queued(let position): ("queued", position)
            case .dropped: ("dropped", nil)
            }
        return [.init("rule", .string(rule)), .init("status", .string(status))]
            + (position.map { [.init("position", .number(Double($0)))] } ?? [])
    }
}

extension Outcome.Skip {
    package var explanation: String {
        switch self {
        case .disabled: "The room's configuration has this switched off."
        case .overtaken:
            "When its turn came, what it needed was full or gone."
        case .blocked: "This room blocks its sender, or a word in it."
        case .held: "It waits until somebody approves it."
        case .unmatched: "No rule makes an alert of it."
        case .dropped: "The queue of alerts is full."
        case .repeated: "This caller has a card already."
        }
    }
}
