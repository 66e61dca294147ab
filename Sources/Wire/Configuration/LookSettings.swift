import Stage
import Texts

extension ConfigurationSection {
    /// The configuration section of the pages' look: theme, font, words and styles.
    static let look = ConfigurationSection(
        "look", \.look, "How pages show what they are told.",
        [
            .choice(
                "theme", \.theme, "The colours and corners of everything; a page's own styles win."),
            .font(
                "font", \.font,
                "A family that the page's machine has, or a file of this server; null: the pages' own."
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
                "What is painted otherwise than the theme has it, by the names of `docs/looks.md`: "
                    + "`{\"giftName\": \"#f7c948\", \"giftRadius\": 6}`."),
        ])
}

extension JSON {
    /// Returns the members of a look that pages receive: `theme`, `font`, `words` and `css`.
    static func told(_ look: LookConfiguration) -> [Member] {
        var configuration = Configuration()
        configuration.look = look
        return ConfigurationSection.look.write(configuration).members
    }
}
