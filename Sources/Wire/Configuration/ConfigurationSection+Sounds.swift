import Stage
import Texts

/// The configuration section of the sounds, with the volume and the files for combos, calls, effects, goals and clocks.
extension ConfigurationSection {
    static let sounds = ConfigurationSection(
        "sounds", \.sounds, "The sounds besides the gifts' own sounds in the catalogue.",
        [
            .flag("enabled", \.enabled, "Off: no sound is played."),
            .number("volume", \.volume, 0...1, "The volume; 0 is silence."),
            .file("combo", \.combo, "Played when a combo without a sound of its own enters."),
            .file("call", \.call, "Played when a call's card enters."),
            .file(
                "effect", \.effect,
                "Played when an effect starts and its gift's own sound does not play with it."),
            .file("goal", \.goal, "Played when a gift brings a goal to its target."),
            .file(
                "alert", \.alert,
                "Played when an alert starts and neither its rule nor its gift has a sound."),
            .file("clock", \.clock, "Played when a clock comes to 0."),
            .flag(
                "flourish", \.flourish,
                "On: built-in sounds are played with the pops and the rising tiers of gifts above tier 0, and with films."
            ),
        ])
}
