public import Journal
public import Texts
import Timeline

/// What others that share a log are told of it, on whichever server it came.
public enum News: Sendable, Equatable {
    /// An event has been recorded. If it is not the next one, those between have to be read.
    case event(room: Text, StoredEvent)
    case clock(room: Text, RoomClock)
    case erased(room: Text)
    /// Something may have been missed of this room, which has to be compared with the log.
    case missed(room: Text)
}

extension News {
    /// Reads what scripts publish of a room; nil if it is something else.
    init?(_ message: [UInt8], of room: Text) {
        var reader = MessageReader(rest: message[...])
        switch reader.word() {
        case "event":
            guard let seq = reader.number(), let time = reader.number(),
                let wall = reader.number(), let count = reader.number(),
                let id = reader.text(Int(count)), let body = reader.text(reader.rest.count)
            else { return nil }
            self = .event(
                room: room,
                StoredEvent(
                    seq: seq, id: id, body: body, wallMicroseconds: wall,
                    time: Instant(microseconds: time), outcome: nil))
        case "clock":
            guard let off = reader.number() else { return nil }
            let clock = RoomClock(offMicroseconds: off, untilMicroseconds: reader.number())
            self = .clock(room: room, clock)
        case "erased": self = .erased(room: room)
        default: return nil
        }
    }
}

/// Words of a message, each ended by a space.
private struct MessageReader {
    var rest: ArraySlice<UInt8>

    mutating func word() -> Text {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...].dropFirst()
        return Text(decoding: word)
    }

    mutating func number() -> Int64? { Int64(word().string) }

    /// The text of so many bytes.
    mutating func text(_ count: Int) -> Text? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Text(validating: rest.prefix(count))
    }
}
