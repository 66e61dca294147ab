import Journal
import Texts

/// The names of all keys under which a log is stored in Redis.
///
/// The name of a room's key contains the room's shard in braces, which keeps all keys of a shard on one machine of a
/// Redis Cluster. Keys for all rooms have shard 0.
struct KeySpace: Sendable {
    private let prefix: Text

    /// The number of shards. It is fixed when a log is created.
    static let shardCount: Int64 = 256

    init(prefix: Text) {
        self.prefix = prefix + ":"
    }

    private func common(_ letter: Text) -> Text { prefix + "{0}" + letter }

    /// The log's clock, version, number of shards and name.
    var clock: Text { common("c") }
    /// The names of all rooms, in the order of their bytes.
    var names: Text { common("n") }
    /// The rooms with stored events, sorted by the log time of their oldest event.
    var oldest: Text { common("o") }
    /// Settings with their versions, by `room/name`.
    var settings: Text { common("s") }
    /// Returns the key with the names of a room's settings; nil: of the settings for all rooms.
    func settingNames(of room: Text?) -> Text { common("s:") + (room ?? "") }
    /// The newest erased rooms, sorted by the version of the settings at their erasure.
    var erasedRooms: Text { common("z") }
    /// The keys, their rooms and the rooms' suspensions in a log of version 1.
    var formerKeys: [Text] { ["k", "l", "t"].map(common) }
    /// The number of rooms with a file, and its charge in bytes, by the file's name.
    var files: Text { common("f") }
    /// The rooms with files in a log of version 1 or 2.
    var formerFileRooms: Text { common("g") }
    /// The prefix of the keys with the pieces of files.
    var filePieces: Text { common("b:") }
    /// Returns the key with the pieces of an upload in progress.
    func upload(_ id: Text) -> Text { common("u:") + id }
    /// All audit notes.
    var notes: Text { common("a") }
    /// The running servers by name, with the time of their last sign of life.
    var servers: Text { common("d") }
    /// The channel for news that concerns no single room.
    var channel: Text { common("w") }

    /// Returns the key with the numbers of the audit notes of a room and shelf; nil: of the notes that concern all
    /// rooms.
    func places(of room: Text?, _ shelf: AuditNote.Shelf) -> Text {
        let all = room.map { RoomKeys(of: $0, prefix).notes } ?? common("a:")
        return shelf == .other ? all : "\(all)/\(Text(shelf.rawValue))"
    }

    func room(_ name: Text) -> RoomKeys { RoomKeys(of: name, prefix) }
}

/// The names of the keys of one room.
struct RoomKeys {
    private let start: Text
    private let name: Text

    fileprivate init(of name: Text, _ prefix: Text) {
        self.name = name
        start = "\(prefix){\(Self.shard(of: name))}"
    }

    private func key(_ letter: Text) -> Text { start + letter + ":" + name }

    /// The room's newest event, its clock and its first configuration.
    var meta: Text { key("r") }
    /// The room's events: a stream whose entry IDs are the event numbers.
    var events: Text { key("e") }
    /// The event numbers by event ID.
    var ids: Text { key("i") }
    /// The outcomes of events, and the times when their content entered and left the stage.
    var fates: Text { key("h") }
    /// The times when content was first sent to a visible viewer.
    var sendings: Text { key("v") }
    var snapshot: Text { key("s") }
    /// The channel for the room's news.
    var channel: Text { key("w") }
    /// The numbers of the audit notes about the room.
    var notes: Text { key("a") }
    /// The room's files by name, in a log of version 1 or 2.
    var formerFiles: Text { key("f") }

    /// The room's viewers, by the name of their server.
    var attendance: Text { key("x") }

    /// The servers that keep the room's clock running, and until when.
    var presence: Text { key("p") }
    /// The keys that events change, in the order in which the scripts expect them.
    var written: [Text] { [meta, events, ids, fates, sendings, presence, snapshot] }

    static func shard(of name: Text) -> Int64 {
        Int64(checksum(name)) % KeySpace.shardCount
    }

    /// Returns the CRC-16/XMODEM checksum, which Redis Cluster uses too.
    private static func checksum(_ name: Text) -> UInt16 {
        name.utf8.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
            }
        }
    }
}
