import Stage
import Texts
import Timeline

/// The JSON and frame forms of the calls widget, for its settings, its events, its overview and its nodes.
extension WidgetWire {
    static let calls = WidgetWire(
        section: ConfigurationSection(
            "calls", \.calls,
            "The stack of cards for incoming calls, by default in the middle of the stage.",
            [
                .flag(
                    "enabled", \.enabled,
                    "Off: the stage and the queue have no cards, and calls are recorded as "
                        + "skipped."),
                .positionIfAny("x", \.x, "The cards' left edge; null: in the middle of the stage."),
                .position(
                    "y", \.y,
                    "The upper edge of the stack. The first card slides out over it when it "
                        + "leaves."),
                .position("top", \.top, "The distance from that edge to the first card."),
                .size("width", \.width, "A card's width."),
                .size("height", \.height, "A card's height."),
                .size("pitch", \.pitch, "The distance from one card's top to the next card's top."),
                .integer(
                    "max", \.max, 1...100,
                    "The number of cards on the stage. A further card pushes the oldest one out."),
                .duration("entrance", \.entrance, "The time in which a card fades in."),
                .duration("vanish", \.vanish, "The time that a card stays."),
                .duration(
                    "move", \.move, "The time in which a card moves to another place, or leaves."),
                .flag("repetition", \.repetition, "On: one caller may have several cards."),
                .choice(
                    "repetitionKey", \.repetitionKey,
                    "The field that identifies a caller; `userId` means the name if there is "
                        + "no ID."),
                .flag("tapVanish", \.tapVanish, "On: a tap makes a card leave."),
            ]),
        events: [.call, .dismiss, .tap],
        state: { overview, expected in [.init("calls", .array(cards(overview, expected)))] },
        node: .call(.example))
}

// MARK: Events

extension EventForm {
    static let call = EventForm(
        "call",
        read: { $0.call() },
        write: { kind in
            guard case .call(let person, let mark, let origin) = kind else { return [] }
            return [.init("user", JSON(person))] + mark.members + origin.members
        })

    static let dismiss = EventForm("dismiss", naming: "call", .id, Event.Kind.dismiss) {
        if case .dismiss(let call) = $0 { call } else { nil }
    }

    static let tap = EventForm("tap", naming: "call", .id, Event.Kind.tap) {
        if case .tap(let call) = $0 { call } else { nil }
    }
}

extension EventBody {
    /// Reads `{"id"?, "user", "test"?}`.
    public static func call(_ json: JSON) throws(ContentError) -> Request {
        try request(json) { $0.call() }
    }
}

extension ObjectReader {
    mutating func call() -> Event.Kind? {
        let mark = mark()
        let origin = origin(of: mark)
        return named("user", isRequired: true) { $0.person() }.map {
            .call($0, mark: mark, origin: origin)
        }
    }
}

// MARK: State and nodes

/// Returns the standing calls, each with its slot, then the waiting calls.
private func cards(_ overview: Overview, _ expected: ExpectedEntries) -> [JSON] {
    let standing = overview.calls.compactMap { call in
        call.slot.map { slot in
            JSON.object(call.members + [.init("slot", .number(Double(slot)))])
        }
    }
    let waiting = overview.calls.filter { $0.slot == nil }.map(\.members)
    return standing + JSON.waiting(waiting, expected.calls)
}

extension CallSummary {
    fileprivate var members: [JSON.Member] {
        [.init("id", .string(id)), .init("name", .string(name))]
    }
}

extension CallContent: NodeFields {
    static var kind: NodeKind { NodeKind("call", number: 4, layer: 60) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.name("name", name, before.name)
        fields.name("avatar", avatar, before.avatar)
        fields.flag("leaving", leaving, before.leaving)
        fields.optional("born", Int(born.microseconds), Int(before.born.microseconds))
    }
}
