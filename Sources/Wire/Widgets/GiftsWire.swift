import Stage
import Texts
import Timeline

extension ConfigurationSection {
    static let gifts = ConfigurationSection(
        "gifts", \.gifts, "Rows of gift combos, and the queue behind them.",
        [
            .flag(
                "enabled", \.enabled,
                "Off: stage and queue are empty, gifts are recorded as skipped."),
            .position("x", \.x, "The rows' left edge."),
            .position("y", \.y, "The first row's top edge."),
            .integer(
                "channels", \.channels, 1...GiftsConfiguration.channelLimit,
                "How many rows there are."),
            .size("width", \.width, "A row's width; it slides in from so far to the left."),
            .size("height", \.height, "A row's height."),
            .size("gap", \.gap, "Between two rows."),
            .duration("entrance", \.entrance, "Sliding in."),
            .scale("popScale", \.popScale, "How large the digit pops."),
            .scale("dipScale", \.dipScale, "How small it dips after that."),
            .duration(
                "pop", \.pop, rule: "`pop` + `settle` is 0 or at least 0.001.",
                "Up to `popScale` in the first half, down to `dipScale` in the second."),
            .duration("settle", \.settle, "From `dipScale` to 1, on a spring."),
            .damping(
                "settleDamping", \.settleDamping, "The spring's damping; 1 does not swing."),
            .number(
                "settleVelocity", \.settleVelocity, -1000...1000,
                "The spring's speed at its start, in whole distances a second."),
            .duration("linger", \.linger, "How long a row rests after its last pop."),
            .number(
                "hurry", \.hurry, 0...10000,
                "If q combos wait, a row rests `linger` / (1 + q / `hurry`); 0: always `linger`."),
            .duration("exit", \.exit, "Leaving."),
            .position(
                "exitShift", \.exitShift, "How far a row moves to the right while it leaves."),
            .duration(
                "turn", \.turn,
                "How long a combo may keep its row while others wait; 0: for ever."),
            .integer(
                "queueLimit", \.queueLimit, 0...10000,
                "How many combos may wait; one more is refused with 429."),
            .integer(
                "catchUpFrom", \.catchUpFrom, 0...1_000_000,
                "If so many are still to count, a pop counts more than one; 0: never."),
            .integer(
                "catchUpDivisor", \.catchUpDivisor, 1...1_000_000,
                "A pop then counts what is left divided by this, at least 1."),
        ],
        check: { gifts, reader in
            // A pop that is over at once, or takes long enough that a large count is no storm.
            let pop = gifts.pop + gifts.settle
            if pop > .zero, pop < Duration(microseconds: 1000) {
                reader.refuse("gifts", "pop", "pop + settle must be 0 or at least 0.001")
            }
        })
}
