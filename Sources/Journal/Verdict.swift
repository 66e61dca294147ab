public import Texts
public import Timeline

/// The log's answer to a new event, a question about an event, or the erasure of a room.
public struct Verdict: Sendable {
    public let ticket: UInt64
    public let result: Result

    public enum Result: Sendable {
        /// The event is on disk, with this number and time in its room.
        case recorded(seq: Int64, time: Instant)
        /// An event with this ID was on disk already.
        case known(StoredEvent)
        /// (To a question, or after `unsure`.) No event has this ID.
        case unknown
        /// Nothing was written: the event is not based on the newest configuration, which the event with the number
        /// `basis` has set.
        case overtaken(basis: Int64)
        /// The room no longer exists. `rest` is the name under which remaining data is on disk and must be erased next;
        /// nil if none remains. `copies` are other files beside the log that may have data of the room.
        case erased(rest: Text?, copies: [Text])
        /// Nothing was written.
        case failed(JournalError)
        /// The event may be on disk. Another verdict follows once this is known.
        case unsure(JournalError)
    }

    public init(ticket: UInt64, result: Result) {
        self.ticket = ticket
        self.result = result
    }
}
