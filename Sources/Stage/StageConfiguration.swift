public import Texts

/// The logical stage, which a page scales to its own size.
public struct StageConfiguration: Hashable, Sendable {
    public var width = 960.0
    public var height = 540.0
    public var waitForViewer = ViewerWait.first
    /// The hosts whose pictures pages fetch, such as `example.org` and `*.example.org`; nil: any, but
    /// by `https:` only.
    public var imageHosts: [Text]?

    public init() {}
}

/// When a room's time stands still because nobody looks.
public enum ViewerWait: String, Hashable, Sendable, CaseIterable {
    /// Until the first frame since the server's start has gone to a viewer.
    case first
    /// While nobody who says they can see is connected.
    case always
    /// It never does.
    case never

    /// The wait that version 0.1 wrote as true or false.
    public init(_ waits: Bool) {
        self = waits ? .always : .never
    }
}
