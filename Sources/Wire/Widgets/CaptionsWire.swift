import Stage
import Texts

extension ConfigurationSection {
    static let captions = ConfigurationSection(
        "captions", \.captions, "The stack of captions; it grows upwards.",
        [
            .flag(
                "enabled", \.enabled,
                "Off: captions are gone at once, new ones are recorded as skipped."),
            .position("x", \.x, "Where the text is, see `align`."),
            .position("y", \.y, "The lowest caption's top edge."),
            .size("height", \.height, "A caption's height."),
            .size("gap", \.gap, "Between two captions."),
            .choice(
                "align", \.align,
                "What of the text is at `x`: its left edge, its middle or its right edge."),
            .integer(
                "max", \.max, 1...100,
                "How many captions may be shown; one more is refused with 429."),
        ])
}
