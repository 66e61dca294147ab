import GRDB
public import Journal
public import Texts

extension SQLiteLog {
    public func rooms() throws(JournalError) -> [StoredRoom] {
        try perform { [pool] in try pool.read(RecordReader.rooms) }
    }

    public func events(
        of room: Text, after seq: Int64, limit: Int, byteLimit: Int
    ) throws(JournalError) -> [StoredEvent] {
        try read(of: room) {
            try $0.events(after: seq, limit: limit, byteLimit: byteLimit)
        } ?? []
    }

    public func event(of room: Text, id: Text) throws(JournalError) -> StoredEvent? {
        try inspection?.check()
        return try read(of: room) { try $0.event(id: id) } ?? nil
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try read(of: room) { try $0.life(id: id) } ?? nil
    }

    /// The result of `body` for a room; nil if there is no such room.
    private func read<Value>(
        of room: Text, _ body: (RecordReader) throws -> Value
    ) throws(JournalError) -> Value? {
        if let damage = inspection?.damage { throw damage }
        return try perform { [pool] in
            try pool.read { db in try RecordReader(db: db, room: room).map(body) }
        }
    }
}
