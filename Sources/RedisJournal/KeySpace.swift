import Journal
import Texts

/// The names of the keys of a log in Redis.
///
/// What belongs to one room has the room's shard in braces, by which a Redis Cluster would keep it on one
/// of its machines. What belongs to all has shard 0.
struct KeySpace: Sendable {
    private let prefix: Text

    /// Fixed when a log is begun.
    static let shardCount: Int64 = 256

    init(prefix: Text) {
        self.prefix = prefix + ":"
    }

    private func common(_ letter: Text) -> Text { prefix + "{0}" + letter }

    /// The log's clock and what the log is.
    var clock: Text { common("c") }
    /// The names of all rooms, in the order of their bytes.
    var names: Text { common("n") }
    /// The rooms that have events, by the log time of the oldest.
    var oldest: Text { common("o") }
    /// Settings with their versions, by `room/name`.
    var settings: Text { common("s") }
    /// The names of a room's settings; nil: the names of the settings for all rooms.
    func settingNames(of room: Text?) -> Text { common("s:") + (room ?? "") }
    /// The rooms that were erased last, by the version at which they were.
    var erasedRooms: Text { common("z") }
    /// The keys, their rooms and the rooms' suspensions in a log of version 1.
    var formerKeys: [Text] { ["k", "l", "t"].map(common) }
    /// How many rooms have a file, and its bytes, by its name.
    var files: Text { common("f") }
    /// The rooms with files in a log of version 1 or 2.
    var formerFileRooms: Text { common("g") }
    /// What the names of keys begin with that hold the pieces of a file.
    var filePieces: Text { common("b:") }
    /// The pieces of a file that is on its way.
    func upload(_ id: Text) -> Text { common("u:") + id }
    /// What somebody did.
    var notes: Text { common("a") }
    /// The servers that are there, by their names, and when they were last heard of.
    var servers: Text { common("d") }
    /// The channel on which all are told what concerns no single room.
    var channel: Text { common("w") }

    /// The places of the notes of a room on a shelf; nil: of the notes that concern all rooms.
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

    /// How far it has come, and how it began.
    var meta: Text { key("r") }
    /// Its events, a stream by seq.
    var events: Text { key("e") }
    /// The seqs of its events by their ids.
    var ids: Text { key("i") }
    /// What became of its events and of what they brought.
    var fates: Text { key("h") }
    /// When a thing was first sent to a viewer that could see it.
    var sendings: Text { key("v") }
    var snapshot: Text { key("s") }
    /// The channel on which it is told what comes.
    var channel: Text { key("w") }
    /// The places of the notes about it.
    var notes: Text { key("a") }
    /// Its files by their names, in a log of version 1 or 2.
    var formerFiles: Text { key("f") }

    /// Who watches it, by the names of servers.
    var attendance: Text { key("x") }

    /// Which servers vouch for the room's time, and until when.
    var presence: Text { key("p") }
    /// What events are written to, in the order in which scripts have them.
    var written: [Text] { [meta, events, ids, fates, sendings, presence, snapshot] }

    static func shard(of name: Text) -> Int64 {
        Int64(checksum(name)) % KeySpace.shardCount
    }

    /// CRC-16/XMODEM, by which Redis Cluster goes too.
    private static func checksum(_ name: Text) -> UInt16 {
        name.utf8.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
            }
        }
    }
}
