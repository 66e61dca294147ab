import DequeModule
import Stage

/// What makes a POST safe to repeat: the ids that senders gave, with what was asked and answered.
final class Ledger {
    /// So many of the newest are remembered.
    private static let limit = 100_000

    struct Entry {
        let kind: Event.Kind
        let receipt: Receipt
    }

    private var entries: [String: Entry] = [:]
    private var order: Deque<String> = []

    subscript(id: String) -> Entry? { entries[id] }

    func record(_ kind: Event.Kind, _ receipt: Receipt) {
        entries[receipt.id] = Entry(kind: kind, receipt: receipt)
        order.append(receipt.id)
        if order.count > Self.limit { entries[order.removeFirst()] = nil }
    }
}
