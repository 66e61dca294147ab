import LiveRooms
package import Platforms
import Texts
package import Wire

/// The JSON form of the reason why a platform's delivery was ignored or refused.
extension Reason {
    /// The members `"reason", "code", "about"`: the sentence, the code, and the subject or null.
    package var members: [JSON.Member] {
        [
            .init("reason", .string(Text(sentence))), .init("code", .string(word)),
            .init("about", about.map(JSON.string) ?? .null),
        ]
    }

    /// Parses stored members. A version without codes stored only the sentence: its code is empty.
    init?(_ json: JSON) {
        guard case .string(let sentence) = json["reason"] else { return nil }
        var word: Text = ""
        var about: Text?
        if case .string(let text) = json["code"] { word = text }
        if case .string(let text) = json["about"] { about = text }
        self.init(word, about: about, sentence.string)
    }
}

extension ReferenceTable {
    /// The table `reasons` of the documentation.
    package static let reasons = ReferenceTable(
        "reasons", columns: ["code", "reason"],
        rows: Reason.all.map { ["`\($0.word)`", $0.sentence] })
}
