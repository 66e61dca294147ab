import Stage
import Texts
import Timeline

extension WidgetWire {
    /// The forms of the ticker widget: its settings, its description and its nodes.
    static let ticker = WidgetWire(
        section: ConfigurationSection(
            "ticker", \.ticker,
            "The scrolling list of gift cards: every gift makes one, beside what `gifts` makes of it.",
            [
                .flag("enabled", \.enabled, "Off: stage and queue are empty."),
                .position("x", \.x, "The cards' left edge."),
                .position("y", \.y, "The list's top edge."),
                .size("width", \.width, "A card's width."),
                .size("height", \.height, "A card's height."),
                .position(
                    "entryX", \.entryX,
                    "From so far to the right a card slides in; negative: from the left."),
                .position(
                    "entryY", \.entryY, "So far below `y` a card comes in, before the list pans."),
                .size("margin", \.margin, "From one card's top to the next one's."),
                .integer(
                    "rows", \.rows, 1...100, "How many cards may be on their way through the list."),
                .duration("entrance", \.entrance, "Sliding in."),
                .duration(
                    "pan", \.pan, rule: "At most `entrance`.", "The list moving up by one card."),
                .duration(
                    "tick", \.tick, rule: "At least `pop` + `settle`.",
                    "From one step of the count to the next."),
                .integer("steps", \.steps, 1...1000, "About how many steps a count is shown in."),
                .scale("popScale", \.popScale, "How large the digit pops."),
                .scale("dipScale", \.dipScale, "How small it dips after that."),
                .duration("pop", \.pop, "Up in the first half, down in the second."),
                .duration("settle", \.settle, "From `dipScale` to 1, on a spring."),
                .damping("settleDamping", \.settleDamping, "The spring's damping."),
                .number(
                    "settleVelocity", \.settleVelocity, -1000...1000,
                    "The spring's speed at its start, in whole distances a second."),
                .duration("linger", \.linger, "From the last step to the fade."),
                .duration("fade", \.fade, "Fading out."),
                .integer("queueLimit", \.queueLimit, 0...10000, "How many cards may wait."),
            ],
            check: { ticker, reader in
                // Each step begins after the end of the step before.
                if ticker.pan > ticker.entrance {
                    reader.refuse("ticker", "pan", "must not be longer than entrance")
                }
                if ticker.pop + ticker.settle > ticker.tick {
                    reader.refuse("ticker", "tick", "must be at least pop + settle")
                }
            }),
        state: { overview, expected in
            let cards = overview.tickerQueue.map { [JSON.Member("id", .string($0))] }
            return [.init("ticker", .array(JSON.waiting(cards, expected.cards)))]
        },
        node: .ticker(.example))
}

extension TickerContent: NodeFields {
    static var kind: NodeKind { NodeKind("ticker", number: 0, layer: 10) }

    func write(since before: Self, to fields: inout some FieldWriter) {
        fields.name("sender", sender, before.sender)
        fields.name("avatar", avatar, before.avatar)
        fields.name("gift", gift, before.gift)
        fields.name("image", image, before.image)
        fields.integer("count", count, before.count)
        fields.thousandths("digitScale", digitScale, before.digitScale)
        fields.flourish("flourish", flourish, before.flourish)
    }
}
