import Stage
import Texts

/// The configuration section of the pages' look, with the theme, motion, font, words and styles.
extension ConfigurationSection {
    static let look = ConfigurationSection(
        "look", \.look, "The theme, the motion, the font, the words and the colors of the pages.",
        [
            .choice(
                "theme", \.theme,
                "The colors and corners of all widgets; a page's own styles take precedence."),
            .choice(
                "motion", \.motion,
                "The amount of motion: `calm` leaves out particles, rays and moving lights, `none` "
                    + "also built-in films and the entrances of expensive gifts. A viewer's system "
                    + "that asks for less motion counts as `calm` at least."),
            .font(
                "font", \.font,
                "A font family on the page's machine, or a file on this server; null: the "
                    + "pages' own font."
            ),
            .group(
                "words", \.words, "The words on stage, in your language.",
                [
                    .word("sent", \.sent, "In a gift row, before the gift's name."),
                    .word("give", \.give, "In a ticker's card, before the gift's name."),
                    .word("calling", \.calling, "In a call's card, below the caller's name."),
                ]),
            .style(
                "css", \.css,
                "Colors and radii that replace the theme's, by the names in `docs/looks.md`: "
                    + "`{\"giftName\": \"#f7c948\", \"giftRadius\": 6}`."),
        ])
}

extension JSON {
    /// Returns the members of a look that pages receive: `theme`, `motion`, `font`, `words` and `css`.
    static func told(_ look: LookConfiguration) -> [Member] {
        var configuration = Configuration()
        configuration.look = look
        return ConfigurationSection.look.write(configuration).members
    }
}
