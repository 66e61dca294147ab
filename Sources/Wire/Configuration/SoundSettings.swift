import Stage
import Texts

extension ConfigurationSection {
    /// The configuration section of the sounds.
    static let sounds = ConfigurationSection(
        "sounds", \.sounds, "What is heard, beside the sounds of the catalogue.",
        [
            .flag("enabled", \.enabled, "Off: nothing is heard."),
            .number("volume", \.volume, 0...1, "How loud; 0 is silence."),
            .file("combo", \.combo, "When a combo enters that has no sound of its own."),
            .file("call", \.call, "When a call's card enters."),
            .file("effect", \.effect, "When an effect starts whose gift is not heard with it."),
            .file("goal", \.goal, "When a gift brings a goal to its target."),
        ])
}
