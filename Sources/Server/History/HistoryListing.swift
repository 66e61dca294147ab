import Journal
import Wire

/// A page of a room's history as it came, the oldest event first:
/// `{"events": […], "next": SEQ}`, with as many of the events as a page has room for.
struct HistoryListing: HistoryPage {
    /// Events after this one; it becomes the newest that is on the page.
    private var after: Int64
    /// The newest that is anybody's history: what is on the disk and not applied yet is nobody's.
    private let end: Int64
    /// So many more events at most.
    private var limit: Int
    private var byteCount = 0

    init(after: Int64, upTo end: Int64, limit: Int) {
        self.after = after
        self.end = end
        self.limit = limit
    }

    mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool {
        let start = piece.count
        let isFirst = byteCount == 0
        if isFirst { piece += #"{"events":["#.utf8 }
        var hasMore = false
        if after < end, limit > 0 {
            let events = try history.events(
                after: after, limit: limit, byteLimit: HistoryAnswer.pieceBytes)
            hasMore = !events.isEmpty
            for (index, event) in events.enumerated() where hasMore {
                hasMore = try append(event, isFirst: isFirst && index == 0, to: &piece, from: start)
            }
        }
        hasMore = hasMore && after < end && limit > 0
        if !hasMore { piece += #"],"next":\#(after)}"#.utf8 }
        byteCount += piece.count - start
        return hasMore
    }

    /// Returns whether the page had room for the event.
    private mutating func append(
        _ event: StoredEvent, isFirst: Bool, to piece: inout [UInt8], from start: Int
    ) throws -> Bool {
        guard event.seq <= end else { return false }
        let entry = try HistoryDocument.entry(event).encoded
        let taken = byteCount + piece.count - start
        guard isFirst || taken + entry.count + 64 <= HistoryDocument.pageBytes else { return false }
        if !isFirst { piece.append(UInt8(ascii: ",")) }
        piece += entry
        after = event.seq
        limit -= 1
        return true
    }
}
