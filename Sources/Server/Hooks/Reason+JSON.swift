import Platforms
import Texts
import Wire

extension Reason {
    /// `"reason", "code", "about"`: the sentence, its word and what it is about, or null.
    var members: [JSON.Member] {
        [
            .init("reason", .string(Text(sentence))), .init("code", .string(word)),
            .init("about", about.map(JSON.string) ?? .null),
        ]
    }

    /// As they were written; one of a version that told the sentence alone has an empty word.
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
    /// The table `reasons`.
    static let reasons = ReferenceTable(
        "reasons", columns: ["code", "reason"],
        rows: Reason.all.map { ["`\($0.word)`", $0.sentence] })
}
