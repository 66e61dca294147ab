import Stage
import Texts

/// The configuration section of the spoken messages of alerts.
extension ConfigurationSection {
    static let speech = ConfigurationSection(
        "speech", \.speech, "The spoken messages of alerts whose rules have `speak`.",
        [
            .flag("enabled", \.enabled, "Off: no message is spoken."),
            .text(
                "voice", \.voice, upTo: 40, rule: "The name of a voice of the speech command.",
                "The voice of messages whose script has no voice of its own."
            ) { SpeechConfiguration.isVoice($0) ? nil : "must be the name of a voice" },
            .word(
                "voices", \.voices, upTo: 400,
                rule: "Pairs of a script and a voice, separated by commas.",
                "The voices of scripts, such as `han=cmn, kana=ja`. The scripts are "
                    + WritingSystem.names + "."
            ) { faultOfVoices($0) },
            .integer(
                "wordsPerMinute", \.wordsPerMinute, 80...400, "The speed of the voice."),
            .integer(
                "leastWorth", \.leastWorth, 0...1_000_000_000_000,
                "Messages of events that are worth less are not spoken."),
        ])

    private static func faultOfVoices(_ list: Text) -> String? {
        for (script, voice) in SpeechConfiguration.pairs(in: list) {
            guard WritingSystem(word: script) != nil else {
                return "has no script \"\(script)\"; the scripts are \(WritingSystem.names)"
            }
            guard let voice, SpeechConfiguration.isVoice(voice) else {
                return "must name a voice for \(script), such as \(script)=en"
            }
        }
        return nil
    }
}
