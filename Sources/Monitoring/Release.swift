package import Texts

/// The version of this program, and the commit and date of its build.
package struct Release: Sendable, CustomStringConvertible {
    /// The version at the top of CHANGELOG.md.
    package static let next: Text = "0.2.0"

    /// The version, such as `0.2.0`. Builds before a release have one such as `0.2.0-dev.71`.
    package let version: Text
    /// The commit of the build; nil if unknown.
    package let commit: Text?
    /// The date of the build, such as `2026-11-22`; nil if unknown.
    package let date: Text?

    /// A text counts as unknown if it is empty, or has characters that versions, commits and dates don't
    /// have.
    package init(version: Text = "", commit: Text = "", date: Text = "") {
        self.version = Self.told(version) ?? Self.next + "-dev"
        self.commit = Self.told(commit)
        self.date = Self.told(date)
    }

    /// `0.2.0 (commit f91e588, built 2026-11-22)`.
    package var description: String {
        let origin = [commit.map { "commit \($0)" }, date.map { "built \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
        return origin.isEmpty ? "\(version)" : "\(version) (\(origin))"
    }

    /// One word that differs between builds: `0.2.0+f91e588.20261122`.
    package var word: Text {
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
