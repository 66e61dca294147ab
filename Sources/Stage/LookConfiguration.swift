public import Texts

/// The settings of the pages' look, such as theme, font, words and colors. A room's frames do not depend on them.
public struct LookConfiguration: Hashable, Sendable {
    public enum Theme: String, Hashable, Sendable, CaseIterable {
        case aurora
        case neon
        case paper
        case pixel
        case gala
        case sakura
        case terminal
        case brush
        case match
        case jelly
        case classic
        case minimal
    }

    /// The amount of motion on the pages. The frames of a room do not depend on it.
    public enum Motion: String, Hashable, Sendable, CaseIterable {
        case full
        /// Without particles, rays, shaking and moving lights.
        case calm
        /// Also without built-in films and without the entrances of expensive gifts.
        case none
    }

    public var theme = Theme.aurora
    public var motion = Motion.full
    /// The name of a font family, or a file of this server; nil: the pages' own fonts.
    public var font: Text?
    public var words = Words()
    public var css = Style()

    /// The words before a gift's name and below a caller's name. Each may be empty.
    public struct Words: Hashable, Sendable {
        /// In a gift row: "sent Rose".
        public var sent: Text = "sent"
        /// In a ticker's card: "Give Rose".
        public var give: Text = "Give"
        public var calling: Text = "is calling"
    }

    /// The colors and radii that override the theme, by the name of the painted part.
    public struct Style: Hashable, Sendable {
        /// As `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
        public var colors: [Text: Text] = [:]
        /// In points.
        public var radii: [Text: Double] = [:]

        public init() {}
    }

    public init() {}
}
