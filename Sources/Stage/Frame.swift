public import Timeline

/// Everything that a page draws on a room's stage at one instant, in drawing order.
public struct Frame: Hashable, Sendable {
    public var time: Instant
    public var nodes: [Node]

    public init(time: Instant = .zero, nodes: [Node] = []) {
        self.time = time
        self.nodes = nodes
    }
}
