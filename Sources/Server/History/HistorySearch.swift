import Journal
import Texts
import Wire

/// A look back through a room's history, the newest event first.
struct HistorySearch: Sendable {
    /// Events before this one.
    let before: Int64
    /// Events after this one.
    let after: Int64
    /// The words of the kinds that are wanted; nil: all.
    let kinds: Set<Text>?
    /// What one of an event's texts has within it, in ASCII capitals or small letters; nil: anything.
    let text: Text?
    /// So many events at most.
    let limit: Int

    /// No text that is looked for has more, nor more than four bytes for each.
    static let mostCharacters = 200
    /// So many events are read at a time.
    private static let stride: Int64 = 200
    /// So many events are looked at before it is told how far the look has come.
    private static let reach: Int64 = 5000

    /// `{"events": […], "next": SEQ}`: `next` is what to look before for more; null: there is no more.
    func page(of history: History) throws -> [UInt8] {
        var page = Array(#"{"events":["#.utf8)
        let oldest = try history.events(after: after, limit: 1).first?.seq ?? before
        var (found, end) = (0, before)
        let last = max(oldest, before - Self.reach)
        look: while end > last {
            let start = max(last, end - Self.stride)
            let events = try history.events(after: start - 1, limit: Int(end - start))
            for event in events.reversed() {
                end = event.seq
                guard let entry = try entry(event) else { continue }
                if found > 0 { page.append(UInt8(ascii: ",")) }
                page += entry
                found += 1
                if found == limit || page.count > HistoryDocument.pageBytes { break look }
            }
        }
        return page + Array(#"],"next":\#(end > oldest ? "\(end)" : "null")}"#.utf8)
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
