/// The settings of the captions widget, such as its place, height and number of rows.
public struct CaptionsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// The horizontal position that `align` refers to.
    public var x = 480.0
    /// The top edge of the lowest row; further rows stand above it.
    public var y = 480.0
    public var height = 40.0
    public var gap = 8.0
    public var align = Align.center
    /// The maximum number of shown captions.
    public var max = 4

    /// The position of a text relative to `x`.
    public enum Align: String, Hashable, Sendable, CaseIterable {
        /// The text's left edge is at `x`.
        case left
        case center
        /// The text's right edge is at `x`.
        case right
    }

    public init() {}
}
