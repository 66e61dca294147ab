import Stage
import Texts
import Timeline

/// The JSON and frame forms of the ticker widget, for its settings, its overview and its nodes.
extension WidgetWire {
    static let ticker = WidgetWire(
        section: ConfigurationSection(
            "ticker", \.ticker,
            "The scrolling list of gift cards. Every gift makes a card, in addition to its "
                + "row in `gifts`.",
            [
                .flag("enabled", \.enabled, "Off: the stage and the queue are empty."),
                .position("x", \.x, "The cards' left edge."),
                .position("y", \.y, "The list's top edge."),
                .size("width", \.width, "A card's width."),
                .size("height", \.height, "A card's height."),
                .position(
                    "entryX", \.entryX,
                    "The distance to the right from which a card slides in; negative: from "
                        + "the left."),
                .position(
                    "entryY", \.entryY,
                    "The distance below `y` at which a card comes in, before the list pans."),
                .size(
                    "margin", \.margin, "The distance from one card's top to the next card's top."),
                .integer(
                    "rows", \.rows, 1...100,
                    "The number of cards that may move through the list at a time."),
                .duration("entrance", \.entrance, "The time in which a card slides in."),
                .duration(
                    "pan", \.pan, rule: "At most `entrance`.",
                    "The time in which the list moves up by one card."),
                .duration(
                    "tick", \.tick, rule: "At least `pop` + `settle`.",
                    "The time from one step of the count to the next."),
                .integer(
                    "steps", \.steps, 1...1000,
                    "The approximate number of steps in which a count is shown."),
                .scale("popScale", \.popScale, "The digit's largest scale in a pop."),
                .scale("dipScale", \.dipScale, "The digit's smallest scale after that."),
                .duration(
                    "pop", \.pop, "The time of a pop: up in the first half, down in the second."),
                .duration("settle", \.settle, "The time from `dipScale` to 1, on a spring."),
                .damping("settleDamping", \.settleDamping, "The spring's damping."),
                .number(
                    "settleVelocity", \.settleVelocity, -1000...1000,
                    "The spring's speed at its start, in multiples of the whole distance per "
                        + "second."),
                .duration("linger", \.linger, "The time from the last step to the fade."),
                .duration("fade", \.fade, "The time in which a card fades out."),
                .integer(
                    "queueLimit", \.queueLimit, 0...10000, "The number of cards that may wait."),
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
