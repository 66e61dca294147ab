public import Stage

extension Refusal {
    /// Whether the event speaks of something that is not there (rather than finding no room).
    public var isMissing: Bool {
        switch self {
        case .noSuchCall, .callWaits, .noSuchCounter, .noSuchCaption, .noSuchCombo: true
        case .roomFull, .queueFull, .callsFull, .countersFull, .captionsFull, .captionsTooLong:
            false
        }
    }

    /// What is wrong, for a person.
    public var explanation: String {
        switch self {
        case .roomFull(let limit): "The room holds \(limit >> 20) MiB already."
        case .queueFull(let limit): "The queue holds \(limit) gifts already."
        case .callsFull(let limit): "\(limit) calls wait already."
        case .countersFull(let limit): "There are \(limit) counters already."
        case .captionsFull(let limit): "\(limit) captions are shown already."
        case .captionsTooLong(let limit):
            "The captions that are shown would have more than \(limit) bytes in all."
        case .noSuchCounter(let name): "There is no counter \"\(name)\"."
        case .noSuchCaption(let slot): "No caption is shown in the slot \"\(slot)\"."
        case .noSuchCombo(let id): "No combo \"\(id)\" waits."
        case .noSuchCall(let id): "No call \"\(id)\" stands or waits."
        case .callWaits(let id): "The call \"\(id)\" waits: it has no card to tap yet."
        }
    }
}
