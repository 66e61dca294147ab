import Stage
import Texts

extension ConfigurationSection {
    /// The configuration section of events from platforms.
    static let sources = ConfigurationSection(
        "sources", \.sources, "What becomes of what happens on platforms.",
        [
            .text(
                "currency", \.currency, upTo: 3, rule: "Three capital letters (ISO 4217).",
                "The room's own: donations in it have a value, others have none."
            ) { SourcesConfiguration.isCurrency($0) ? nil : "must be three capital letters" },
            .flag(
                "counter", \.counter,
                "On: donations in that currency are added to the counter `donations`."),
            .choice("follow", \.follow, "As what somebody who follows is shown."),
            .text(
                "followText", \.followText, upTo: 200,
                "The caption; `{sender}` stands for the sender's name."),
            .choice("raid", \.raid, "As what a raid is shown."),
            .text(
                "raidText", \.raidText, upTo: 200,
                "The caption; `{count}` stands for the number of viewers."),
            .choice("redemption", \.redemption, "As what a redeemed reward is shown."),
            .text(
                "redemptionText", \.redemptionText, upTo: 200,
                "The caption; `{reward}` stands for the reward's title."),
            .choice("message", \.message, "As what a message with a gift or a donation is shown."),
            .text(
                "messageText", \.messageText, upTo: 200,
                "The caption; `{message}` stands for what was written, `{gift}` and `{amount}` for what "
                    + "was given."),
            .text("slot", \.slot, upTo: 200, "The slot of these captions."),
            .word(
                "hold", \.hold, upTo: 200, rule: "Platforms' kinds, separated by commas.",
                "What they tell of is shown once somebody approves it."),
            .word(
                "blocked", \.blocked, upTo: Blocklist.mostCharacters,
                rule: "Words, separated by commas.",
                "What has one of them in a name or a text is recorded and not shown, whoever sends it; "
                    + "`*` before or after one: within longer words too."),
        ])
}
