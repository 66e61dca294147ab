public import Texts

/// How pages paint, and what they write beside names and figures. A room's frames do not depend on it.
public struct LookConfiguration: Hashable, Sendable {
    public enum Theme: String, Hashable, Sendable, CaseIterable {
        case classic
        case neon
        case paper
        case minimal
    }

    public var theme = Theme.classic
    /// The name of a family, or a file of this server; nil: the pages' own.
    public var font: Text?
    public var words = Words()
    public var css = Style()

    /// What stands before a gift's name, and below a caller's. Each may be empty.
    public struct Words: Hashable, Sendable {
        /// In a gift row: "sent Rose".
        public var sent: Text = "sent"
        /// In a ticker's card: "Give Rose".
        public var give: Text = "Give"
        public var calling: Text = "is calling"
    }

    /// What is painted otherwise than the theme has it, each by the name of what it paints.
    public struct Style: Hashable, Sendable {
        /// As `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
        public var colours: [Text: Text] = [:]
        /// In points.
        public var radii: [Text: Double] = [:]

        public init() {}
    }

    public init() {}
}
