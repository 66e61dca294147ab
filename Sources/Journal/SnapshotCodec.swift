import Foundation
import Stage

/// A room's whole state as bytes.
enum SnapshotCodec {
    /// Snapshots of another version are not read.
    static let version: Int64 = 1

    static func encode(_ room: Room) throws -> Data { try JSONEncoder().encode(room) }

    static func decode(_ bytes: Data) throws -> Room {
        try JSONDecoder().decode(Room.self, from: bytes)
    }
}
