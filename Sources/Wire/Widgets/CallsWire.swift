import Stage
import Texts

extension ConfigurationSection {
    static let calls = ConfigurationSection(
        "calls", \.calls, "The stack of incoming-call cards, in the middle of the stage.",
        [
            .flag(
                "enabled", \.enabled,
                "Off: stage and wait are empty, calls are recorded as skipped."),
            .position(
                "y", \.y, "The edge out of which the first card slides when it leaves."),
            .position("top", \.top, "From that edge to the first card."),
            .size("width", \.width, "A card's width."),
            .size("height", \.height, "A card's height."),
            .size("pitch", \.pitch, "From one card's top to the next one's."),
            .integer(
                "max", \.max, 1...100,
                "How many cards may stand; one more pushes the oldest out."),
            .duration("entrance", \.entrance, "Fading in."),
            .duration("vanish", \.vanish, "How long a card stands."),
            .duration("move", \.move, "Moving to another place, and leaving."),
            .flag("repetition", \.repetition, "Whether one caller may have several cards."),
            .choice(
                "repetitionKey", \.repetitionKey,
                "What makes two callers the same; `userId` is the name where there is no id."),
            .flag("tapVanish", \.tapVanish, "Whether a tap makes a card leave."),
        ])
}
