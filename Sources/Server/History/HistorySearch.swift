import Journal
import Texts
import Wire

/// A look back through a room's history, the newest event first:
/// `{"events": […], "next": SEQ}`, where `next` is what to look before for more; null: there is no more.
struct HistorySearch: HistoryPage {
    /// Events before this one; it becomes the oldest that was looked at.
    private var before: Int64
    /// Events after this one.
    private let after: Int64
    /// The words of the kinds that are wanted; nil: all.
    private let kinds: Set<Text>?
    /// What one of an event's texts has within it, in ASCII capitals or small letters; nil: anything.
    private let text: Text?
    /// So many more events at most.
    private var limit: Int
    /// The oldest event that there is, and the one at which this look ends; nil before it has begun.
    private var bounds: (oldest: Int64, last: Int64)?
    private var byteCount = 0
    private var hasFound = false

    /// No text that is looked for has more, nor more than four bytes for each.
    static let mostCharacters = 200
    /// So many events are read at a time.
    private static let stride: Int64 = 200
    /// So many events are looked at before it is told how far the look has come.
    private static let reach: Int64 = 5000

    init(before: Int64, after: Int64, kinds: Set<Text>?, text: Text?, limit: Int) {
        self.before = before
        self.after = after
        self.kinds = kinds
        self.text = text
        self.limit = limit
    }

    mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool {
        let start = piece.count
        let (oldest, last) = try bounds ?? begin(history, &piece)
        if before > last {
            let first = max(last, before - Self.stride)
            let events = try history.events(after: first - 1, limit: Int(before - first))
            // Where places have no event, those that come next are read too.
            for event in events.reversed() where event.seq < before {
                before = event.seq
                guard let entry = try entry(event) else { continue }
                if hasFound { piece.append(UInt8(ascii: ",")) }
                piece += entry
                hasFound = true
                limit -= 1
                if limit == 0 || byteCount + piece.count - start > HistoryDocument.pageBytes {
                    limit = 0
                    break
                }
            }
            if limit > 0 { before = first }
        }
        byteCount += piece.count - start
        if before > last, limit > 0 { return true }
        piece += #"],"next":\#(before > oldest ? "\(before)" : "null")}"#.utf8
        return false
    }

    private mutating func begin(
        _ history: History, _ piece: inout [UInt8]
    ) throws -> (oldest: Int64, last: Int64) {
        piece += #"{"events":["#.utf8
        let oldest = try history.events(after: after, limit: 1).first?.seq ?? before
        let bounds = (oldest, max(oldest, before - Self.reach))
        self.bounds = bounds
        return bounds
    }

    /// The event as the history has it; nil if it is not wanted.
    private func entry(_ event: StoredEvent) throws -> [UInt8]? {
        let body = try JSON(parsing: Array(event.body.utf8))
        if let kinds {
            guard case .string(let word)? = body["type"], kinds.contains(word) else { return nil }
        }
        if let text, !event.id.contains(ignoringCase: text), !body.holds(text) { return nil }
        return HistoryDocument.entry(Receipt(event), body).encoded
    }
}

extension JSON {
    /// Whether one of the texts in it has `text` within it.
    fileprivate func holds(_ text: Text) -> Bool {
        switch self {
        case .string(let own): own.contains(ignoringCase: text)
        case .array(let values): values.contains { $0.holds(text) }
        case .object(let members): members.contains { $0.key != "type" && $0.value.holds(text) }
        case .null, .bool, .number: false
        }
    }
}
