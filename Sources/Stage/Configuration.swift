/// How a room looks and behaves; every value has the specification's default.
///
/// Lengths are in points on the stage, origin top left, y down.
public struct Configuration: Hashable, Sendable, Codable {
    public var stage = StageConfiguration()
    public var gifts = GiftsConfiguration()
    public var ticker = TickerConfiguration()
    public var counters = CountersConfiguration()
    public var captions = CaptionsConfiguration()
    public var calls = CallsConfiguration()

    public init() {}
}

/// The logical stage, which a page scales to its own size.
public struct StageConfiguration: Hashable, Sendable, Codable {
    public var width = 960.0
    public var height = 540.0
    /// Whether the room's time stands still while nobody who says they can see is connected.
    public var waitForViewer = false

    public init() {}
}
