/// The stack of captions.
public struct CaptionsConfiguration: Hashable, Sendable {
    public var enabled = true
    /// What `align` speaks of.
    public var x = 480.0
    /// The lowest row's top edge; further rows stand above it.
    public var y = 480.0
    public var height = 40.0
    public var gap = 8.0
    public var align = Align.center
    /// How many captions may be shown.
    public var max = 4

    /// Where a text lies beside `x`.
    public enum Align: String, Hashable, Sendable, CaseIterable {
        /// Its left edge is at `x`.
        case left
        case center
        /// Its right edge is at `x`.
        case right
    }

    public init() {}
}
