public import Texts

/// The platform that an event came from. Only the server sets it.
public struct Origin: Hashable, Sendable {
    /// The kind of the platform; nil: no platform made the event.
    public let source: Text?
    /// The ID of the first event of the same delivery; nil for that first event itself. An event with it makes no alert
    /// of its own.
    public let with: Text?

    public init(source: Text?, with: Text? = nil) {
        self.source = source
        self.with = with
    }

    /// The origin of a replay, which belongs to no delivery.
    public var alone: Origin? { source.map { Origin(source: $0) } }
}
