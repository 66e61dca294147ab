import Stage
import Texts

/// The configuration section of events from platforms, such as their form on the stage, the currency and blocked words.
extension ConfigurationSection {
    static let sources = ConfigurationSection(
        "sources", \.sources, "The events that the room makes from platforms' deliveries.",
        [
            .text(
                "currency", \.currency, upTo: 3, rule: "Three capital letters (ISO 4217).",
                "The room's currency. Donations in this currency have a value; other "
                    + "donations have none."
            ) { SourcesConfiguration.isCurrency($0) ? nil : "must be three capital letters" },
            .flag(
                "counter", \.counter,
                "On: donations in that currency are added to the counter `donations`."),
            .choice("follow", \.follow, "The form in which a new follower is shown."),
            .text(
                "followText", \.followText, upTo: 200,
                "The caption; `{sender}` stands for the sender's name."),
            .choice("raid", \.raid, "The form in which a raid is shown."),
            .text(
                "raidText", \.raidText, upTo: 200,
                "The caption; `{count}` stands for the number of viewers."),
            .choice("redemption", \.redemption, "The form in which a redeemed reward is shown."),
            .text(
                "redemptionText", \.redemptionText, upTo: 200,
                "The caption; `{reward}` stands for the reward's title."),
            .choice(
                "message", \.message,
                "The form in which a message with a gift or a donation is shown."),
            .text(
                "messageText", \.messageText, upTo: 200,
                "The caption; `{message}` stands for the message, `{gift}` and `{amount}` "
                    + "for the gift and the amount."),
            .text("slot", \.slot, upTo: 200, "The slot of these captions."),
            .word(
                "hold", \.hold, upTo: 200, rule: "Platforms' kinds, separated by commas.",
                "Events of these platforms are shown only after approval."),
            .word(
                "blocked", \.blocked, upTo: Blocklist.mostCharacters,
                rule: "Words, separated by commas.",
                "Events with one of these words in a name or a text are recorded but not "
                    + "shown, from any sender; a word with `*` before or after it also "
                    + "matches inside longer words."),
        ])
}
