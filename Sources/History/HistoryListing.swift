package import Journal
import LiveRooms
import Wire

/// A page of a room's history as JSON, oldest event first. Its form is `{"events": […], "next": SEQ}`. It has as many
/// events as fit into a page.
package struct HistoryListing: HistoryPage {
    /// The place of the newest event on the page, or the place after which the page begins.
    private var after: Int64
    /// The room's newest event. Later events on the disk are not applied yet, and not part of the history.
    private let end: Int64
    /// The number of events that the page may still add.
    private var limit: Int
    private var byteCount = 0

    package init(after: Int64, upTo end: Int64, limit: Int) {
        self.after = after
        self.end = end
        self.limit = limit
    }

    package mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool {
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

    /// Appends an event; returns false if the page has no space for it.
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
