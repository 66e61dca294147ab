import GRDB
public import Journal
import Synchronization
public import Texts

/// Reads rooms, their events and the events' outcomes from the SQLite journal.
extension SQLiteLog {
    public func room(_ name: Text) throws(JournalError) -> StoredRoom? {
        try inspection?.checkEnds()
        var unread: SnapshotRow?
        let room = try read { try RecordReader.room(name, $0) { unread = $0 } }
        if let unread { unreadSnapshots.withLock { $0[unread.room] = unread.seq } }
        return room
    }

    public func names(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        try names(where: "TRUE", after: name, limit: limit)
    }

    public func emptied(after name: Text, limit: Int) throws(JournalError) -> [Text] {
        let isEmptied = "NOT EXISTS (SELECT 1 FROM event WHERE event.room = room.key)"
        return try names(where: isEmptied, after: name, limit: limit)
    }

    private func names(
        where condition: String, after name: Text, limit: Int
    ) throws(JournalError) -> [Text] {
        if let damage = inspection?.damage { throw damage }
        return try read {
            try RecordReader.names(where: condition, after: name, limit: limit, $0)
        }
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

    /// Returns the newest stored event of a room; nil if there is none.
    public func newest(of room: Text) throws(JournalError) -> StoredEvent? {
        try inspection?.check()
        return try read(of: room) { try $0.newest() } ?? nil
    }

    public func life(of room: Text, id: Text) throws(JournalError) -> StoredLife? {
        try read(of: room) { try $0.life(id: id) } ?? nil
    }

    /// Returns the result of `body` for a room; nil if there is no such room.
    private func read<Value>(
        of room: Text, _ body: (RecordReader) throws -> Value
    ) throws(JournalError) -> Value? {
        if let damage = inspection?.damage { throw damage }
        return try read { db in try RecordReader(db: db, room: room).map(body) }
    }

    /// Reads from the file and keeps it open meanwhile: if a connection were closed during a read, SQLite would end
    /// the process.
    func read<Value>(_ body: (Database) throws -> Value) throws(JournalError) -> Value {
        try perform { try readers.reading { try pool.read(body) } }
    }
}
