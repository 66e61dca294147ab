public import Journal

extension RedisLog: SharedLog {
    public func listen(_ received: @escaping @Sendable (News) -> Void) -> any Listening {
        Subscription(self, received: received)
    }

    public var runCount: Int { runs.count }
}
