public import Stage

extension Refusal {
    /// Whether the event speaks of something that is not there (rather than finding no room).
    public var isMissing: Bool {
        switch self {
        case .noSuchCall: true
        case .queueFull, .callsFull: false
        }
    }

    /// What is wrong, for a person.
    public var explanation: String {
        switch self {
        case .queueFull(let limit): "The queue holds \(limit) gifts already."
        case .callsFull(let limit): "\(limit) calls wait already."
        case .noSuchCall(let id): "No call \"\(id)\" stands or waits."
        }
    }
}
