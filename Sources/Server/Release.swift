public import Texts

/// Which version this is, and what it was built of.
public struct Release: Sendable, CustomStringConvertible {
    /// The version that CHANGELOG.md begins with.
    public static let next: Text = "0.2.0"

    /// As in `0.2.0`; `0.2.0-dev.71` is what comes before it.
    public let version: Text
    /// The commit that it was built of; nil if that was not told.
    public let commit: Text?
    /// The day on which it was built, as in `2026-11-22`; nil if that was not told.
    public let date: Text?

    /// What is empty, or has other characters than versions, commits and days have, counts as not told.
    public init(version: Text = "", commit: Text = "", date: Text = "") {
        self.version = Self.told(version) ?? Self.next + "-dev"
        self.commit = Self.told(commit)
        self.date = Self.told(date)
    }

    /// `0.2.0 (commit f91e588, built 2026-11-22)`.
    public var description: String {
        let origin = [commit.map { "commit \($0)" }, date.map { "built \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        return origin.isEmpty ? "\(version)" : "\(version) (\(origin))"
    }

    /// The same in one word, which differs between builds: `0.2.0+f91e588.20261122`.
    var word: Text {
        let day = date.map { Text(decoding: $0.utf8.filter { $0 != UInt8(ascii: "-") }) }
        let origin = [commit, day].compactMap(\.self).map(\.string).joined(separator: ".")
        return origin.isEmpty ? version : version + "+" + Text(origin)
    }

    private static func told(_ text: Text) -> Text? {
        let isOrdinary = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "~"):
                true
            default: false
            }
        }
        return text.isEmpty || !isOrdinary ? nil : text
    }
}
