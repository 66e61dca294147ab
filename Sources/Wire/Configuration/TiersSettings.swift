import Stage
import Texts

extension ConfigurationSection {
    static let tiers = ConfigurationSection(
        "tiers", \.tiers,
        "From which worth on gifts look expensive: four thresholds, for tiers 1 to 4.",
        [
            .flag("enabled", \.enabled, "Off: all gifts look like those of tier 0."),
            .thresholds(
                "value", \.value,
                "For gifts without a currency, in the unit of the catalogue's values."),
            .thresholds(
                "money", \.money, "For money in the room's currency, in its smallest unit."),
        ])
}
