import Journal
import Texts
import Timeline

/// Decodes the messages that the log's scripts publish to all servers through Redis, as `News`.
extension News {
    /// Reads a message of the channel for all rooms; nil if the message has an unknown form.
    init?(_ message: [UInt8]) {
        var reader = MessageReader(rest: message[...])
        switch reader.word() {
        case "time":
            guard let time = reader.number() else { return nil }
            self = .time(time, server: reader.word(), settings: reader.number() ?? 0)
        case "came": self = .came(server: reader.word())
        case "gone": self = .gone(server: reader.word())
        case "setting":
            guard let record = reader.settingsRecord() else { return nil }
            self = .settings(.record(record))
        case "unset":
            guard let version = reader.number() else { return nil }
            let record = SettingsRecord(version: version, room: reader.word(), kind: .erased)
            self = .settings(.record(record))
        case "began": self = .missedAny
        default: return nil
        }
    }

    /// Reads a message of a room's channel; nil if the message has an unknown form.
    init?(_ message: [UInt8], of room: Text) {
        var reader = MessageReader(rest: message[...])
        switch reader.word() {
        case "event":
            guard let event = reader.event() else { return nil }
            self = .event(room: room, event)
        case "born":
            guard let clock = reader.clock(), let configuration = reader.text() else { return nil }
            self = .born(room: room, configuration: configuration, clock: clock)
        case "clock":
            guard let clock = reader.clock() else { return nil }
            self = .clock(room: room, clock)
        case "watched":
            let server = reader.word()
            guard let words = reader.text() else { return nil }
            self = .watched(room: room, server: server, Attendance(words: words))
        case "reload":
            let server = reader.word()
            self = .reload(room: room, viewer: reader.word(), server: server)
        case "differs": self = .differs(room: room)
        case "erased": self = .erased(room: room)
        case "spent": self = .spent(room: room)
        default: return nil
        }
    }
}

/// A reader of the words of a message. A space ends each word.
private struct MessageReader {
    var rest: ArraySlice<UInt8>

    mutating func word() -> Text {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...].dropFirst()
        return Text(decoding: word)
    }

    mutating func number() -> Int64? { Int64(word().string) }

    /// Reads a text of `count` bytes.
    mutating func text(_ count: Int) -> Text? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Text(validating: rest.prefix(count))
    }

    /// Reads the rest of the message.
    mutating func text() -> Text? { text(rest.count) }

    mutating func clock() -> RoomClock? {
        guard let off = number() else { return nil }
        return RoomClock(offMicroseconds: off, untilMicroseconds: number())
    }

    /// Reads `VERSION ROOM NAME BYTES VALUE…`. The room is empty for settings of all rooms. A removed setting has `-`
    /// for the bytes and no value.
    mutating func settingsRecord() -> SettingsRecord? {
        guard let version = number() else { return nil }
        let room = word()
        var values: [Text: Text?] = [:]
        while !rest.isEmpty {
            let (name, count) = (word(), word())
            if count == "-" {
                values[name] = .some(nil)
            } else {
                guard let count = Int(count.string), let value = text(count) else { return nil }
                values[name] = value
            }
        }
        return SettingsRecord(
            version: version, room: room.isEmpty ? nil : room, kind: .changed(values))
    }

    mutating func event() -> StoredEvent? {
        guard let seq = number(), let time = number(), let wall = number(), let count = number(),
            let id = text(Int(count)), let body = text()
        else { return nil }
        return StoredEvent(
            seq: seq, id: id, body: body, wallMicroseconds: wall, time: Instant(microseconds: time),
            outcome: nil)
    }
}
