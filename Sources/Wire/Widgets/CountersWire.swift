import Stage
import Texts

extension ConfigurationSection {
    static let counters = ConfigurationSection(
        "counters", \.counters, "The column of counting labels.",
        [
            .flag(
                "enabled", \.enabled,
                "Off: counters are gone for good, updates are recorded as skipped."),
            .position("x", \.x, "The labels' left edge."),
            .position("y", \.y, "The first label's top edge."),
            .size("height", \.height, "A label's height."),
            .size("gap", \.gap, "Between two labels."),
            .integer(
                "max", \.max, 1...100,
                "How many counters there may be; one more is refused with 429."),
        ])
}
