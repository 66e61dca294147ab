import Stage
import Texts

extension ConfigurationSection {
    /// The configuration section of the stage.
    static let stage = ConfigurationSection(
        "stage", \.stage, "The stage that the page scales into its browser source.",
        [
            .size("width", \.width, from: 1, "The stage's width."),
            .size("height", \.height, from: 1, "The stage's height."),
            .viewerWait(
                "waitForViewer", \.waitForViewer,
                "When room time stands still because nobody looks."),
            .hosts(
                "imageHosts", \.imageHosts,
                "Whose pictures the page fetches, by `https:` and `http:`; null: any host's, by "
                    + "`https:` only."),
        ])
}
