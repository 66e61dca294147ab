package import Journal
import LiveRooms
package import Texts
import Wire

/// A page of a room's history as JSON, newest event first, with only the events that match a search. Its form is
/// `{"events": […], "next": SEQ}`. `next` is the value of `before` for the next page, or null if the search is
/// complete.
package struct HistorySearch: HistoryPage {
    /// The search looks at events before this place, and moves it down.
    private var before: Int64
    /// The search looks at events after this place.
    private let after: Int64
    /// The types of events to find; nil: all.
    private let kinds: Set<Text>?
    /// The text to find in an event, in capital or small ASCII letters; nil: any.
    private let text: TextPattern?
    /// The number of events that the page may still add.
    private var limit: Int
    /// The place of the oldest event, and the place at which this page's search ends; nil before the first
    /// read.
    private var bounds: (oldest: Int64, last: Int64)?
    private var byteCount = 0
    private var hasFound = false

    /// The largest number of characters in a searched text. A character has at most four bytes.
    package static let mostCharacters = 200
    /// The number of events that are read at a time.
    private static let stride: Int64 = 200
    /// The number of places that one page searches.
    private static let reach: Int64 = 5000

    package init(before: Int64, after: Int64, kinds: Set<Text>?, text: Text?, limit: Int) {
        self.before = before
        self.after = after
        self.kinds = kinds
        self.text = text.map { TextPattern($0) }
        self.limit = limit
    }

    package mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool {
        let start = piece.count
        let (oldest, last) = try bounds ?? begin(history, &piece)
        if before > last {
            let first = max(last, before - Self.stride)
            let events = try history.events(after: first - 1, limit: Int(before - first))
            // If places are missing, the read continues with later events: skip those.
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

    /// Returns the event's entry in the history; nil if the event does not match.
    private func entry(_ event: StoredEvent) throws -> [UInt8]? {
        let body = try JSON(parsing: Array(event.body.utf8))
        if let kinds {
            guard case .string(let word)? = body["type"], kinds.contains(word) else { return nil }
        }
        if let text, !text.isIn(event.id), !body.holds(text) { return nil }
        return Receipt(event).entry(of: body).encoded
    }
}

extension JSON {
    /// True if one of the document's texts contains `text`.
    fileprivate func holds(_ text: TextPattern) -> Bool {
        switch self {
        case .string(let own): text.isIn(own)
        case .array(let values): values.contains { $0.holds(text) }
        case .object(let members): members.contains { $0.key != "type" && $0.value.holds(text) }
        case .null, .bool, .number: false
        }
    }
}
