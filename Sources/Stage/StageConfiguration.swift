public import Texts

/// The settings of the logical stage, such as its size in points, which a page scales to its own size.
public struct StageConfiguration: Hashable, Sendable {
    public var width = 960.0
    public var height = 540.0
    public var waitForViewer = ViewerWait.first
    /// The hosts from which pages load pictures, such as `example.org` and `*.example.org`; nil:
    /// any host, but only over `https:`.
    public var imageHosts: [Text]?

    public init() {}
}

/// The rule for when a room's time stops because no viewer watches.
public enum ViewerWait: String, Hashable, Sendable, CaseIterable {
    /// Time stops until the first frame since the server's start has gone to a viewer.
    case first
    /// Time stops while no connected viewer reports that it is visible.
    case always
    /// Time never stops.
    case never

    /// Creates the rule from version 0.1's true or false.
    public init(_ waits: Bool) {
        self = waits ? .always : .never
    }
}
