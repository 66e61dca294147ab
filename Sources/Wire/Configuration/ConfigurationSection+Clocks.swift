import Stage
import Texts
import Timeline

/// The configuration section of the clocks, with the rules by which events add time to them.
extension ConfigurationSection {
    static let clocks = ConfigurationSection(
        "clocks", \.clocks, "The rules by which events add time to clocks.",
        [
            .list(
                "rules", \.rules, upTo: ClocksConfiguration.mostRules, unlike: \.name,
                from: ClockRule(name: "", counter: "", time: .zero),
                requiring: ["name", "counter", "seconds"],
                "The rules. Each that matches an event adds its time, in their order.",
                [
                    .name("name", \.name, "The rule's name, unique among the rules."),
                    .text(
                        "counter", \.counter, upTo: TextKind.name.mostCharacters,
                        "The name of the clock."),
                    .condition("when", \.condition, "The events that match; empty: all."),
                    .seconds(
                        "seconds", \.time,
                        -ClockUpdate.limit.seconds...ClockUpdate.limit.seconds,
                        "The time to add, or below 0 to take away."),
                    .choice(
                        "per", \.per,
                        "The time is added once for each `event`, times its `count`, or times its "
                            + "`worth` divided by `unit`."),
                    .integer(
                        "unit", \.unit, 1...ClockRule.mostUnit,
                        "The worth for which the time is added once."),
                ])
        ])
}
