import Stage
import Texts

/// The configuration section of the gift tiers: the values from which gifts look more expensive.
extension ConfigurationSection {
    static let tiers = ConfigurationSection(
        "tiers", \.tiers,
        "The worth from which gifts look more expensive: four thresholds, for tiers 1 to 4.",
        [
            .flag("enabled", \.enabled, "Off: all gifts look like gifts of tier 0."),
            .thresholds(
                "value", \.value,
                "The thresholds of gifts without a currency, in the unit of the catalogue's "
                    + "values."),
            .thresholds(
                "money", \.money,
                "The thresholds of money in the room's currency, in its smallest unit."),
        ])
}
