package import Journal

/// The interface of a page of a room's history, which writes itself as JSON in pieces.
package protocol HistoryPage: Sendable {
    /// Appends the next part of the page to `piece`. Returns true if more follows. Reads few events at a
    /// time, so that other requests do not wait long.
    mutating func append(to piece: inout [UInt8], from history: History) throws -> Bool
}
