import Stage
import Texts

/// The configuration section of the stage, with its size, its wait for viewers, and the hosts of pictures.
extension ConfigurationSection {
    static let stage = ConfigurationSection(
        "stage", \.stage, "The stage that the page scales into its browser source.",
        [
            .size("width", \.width, from: 1, "The stage's width."),
            .size("height", \.height, from: 1, "The stage's height."),
            .viewerWait(
                "waitForViewer", \.waitForViewer,
                "When room time stands still because no viewer is visible."),
            .hosts(
                "imageHosts", \.imageHosts,
                "The hosts from which the page fetches pictures, by `https:` and `http:`; "
                    + "null: any host, by `https:` only."),
        ])
}
