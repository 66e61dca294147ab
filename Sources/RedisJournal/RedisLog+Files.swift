import Digests
import Foundation
public import Journal
public import Texts

/// Files that servers share, kept in Redis piece by piece.
extension RedisLog: SharedFiles {
    /// A little less than 256 KiB: with Redis's own header a piece then just fills one allocation. One of
    /// 256 KiB would need the next size and waste a fifth.
    static let pieceBytes = 255 << 10
    /// What has been sent of a file goes if nothing more of it comes for so long.
    private static let uploadSeconds = 60
    /// So long a file may take to come or to go.
    private static let longestNanoseconds: UInt64 = 20_000_000_000
    /// So many rooms' files are asked for together.
    private static let roomsAtOnce = 100

    /// What is answered if pieces are missing.
    private static let lacksPieces: Int64 = -2

    // MARK: Which there are

    public func files(unlessAt number: Int64?) throws(JournalError) -> FileList? {
        let newest = try fetched([Words("HGET", space.clock, "files")])[0].number ?? 0
        guard newest != number else { return nil }
        let reply = try fetched([Words("SMEMBERS", space.fileRooms)])[0]
        let rooms = reply.list?.compactMap(\.text) ?? []
        var list = FileList(number: newest, files: [])
        for start in stride(from: 0, to: rooms.count, by: Self.roomsAtOnce) {
            let some = rooms[start...].prefix(Self.roomsAtOnce)
            let replies = try fetched(some.map { Words("HGETALL", space.room($0).files) })
            for (room, entries) in zip(some, replies) { list.add(entries.list ?? [], of: room) }
        }
        return list
    }

    // MARK: Keeping

    public func keep(
        _ file: StoredFile, limitBytes: Int, noting note: AuditNote,
        bytes: (Range<Int>) -> [UInt8]?
    ) throws(JournalError) -> FileVerdict {
        let known = try look(for: file)
        guard known.isThere || known.bytes + file.charge <= limitBytes else { return .full }
        let id = Text(UUID().uuidString)
        // What is there and whole need not be sent again.
        let isWhole = known.isThere ? try isWhole(file) : false
        if !isWhole { try send(file, to: space.upload(id), bytes) }
        var reply = try commit(file, from: space.upload(id), limitBytes: limitBytes, note)
        if isWhole, reply[0].number == Self.lacksPieces {
            // It has gone with its last room meanwhile.
            try send(file, to: space.upload(id), bytes)
            reply = try commit(file, from: space.upload(id), limitBytes: limitBytes, note)
        }
        switch (reply[0].number, reply[1].number) {
        case (0, _): return .known
        case (-1, _): return .full
        case (1, let number?): return .kept(FileChange(number: number, kind: .kept(file)))
        case (2, let number?): return .mended(FileChange(number: number, kind: .kept(file)))
        default:
            throw .refused(
                host: description,
                reason: "a part of the file was gone before all of it had come")
        }
    }

    /// For how many bytes all files are charged, and whether this one is among them.
    private func look(for file: StoredFile) throws(JournalError) -> (bytes: Int, isThere: Bool) {
        let replies = try accepted(
            filing.read([
                Words("HGET", space.clock, "fileBytes"),
                Words("HEXISTS", space.files, file.name),
            ]))
        return (Int(replies[0].number ?? 0), replies[1].number == 1)
    }

    private func isWhole(_ file: StoredFile) throws(JournalError) -> Bool {
        do throws(JournalError) {
            try read(name: file.name, byteCount: file.byteCount) { _ in }
            return true
        } catch {
            guard case .altered = error else { throw error }
            return false
        }
    }

    private func send(
        _ file: StoredFile, to key: Text, _ bytes: (Range<Int>) -> [UInt8]?
    ) throws(JournalError) {
        let end = LogClock.monotonic() + Self.longestNanoseconds
        var hash = SHA256()
        for (index, range) in Self.pieces(of: file.byteCount).enumerated() {
            guard let piece = bytes(range) else {
                throw .unusable(path: file.name.string, reason: "it can't be read")
            }
            hash.update(piece)
            var setting = Words("HSET", key, "\(index)")
            setting.add(piece)
            _ = try accepted(
                filing.call([
                    Words("MULTI"), setting, Words("EXPIRE", key, "\(Self.uploadSeconds)"),
                    Words("EXEC"),
                ]))
            try check(end)
        }
        try check(file.name, hash.end())
    }

    private func commit(
        _ file: StoredFile, from upload: Text, limitBytes: Int, _ note: AuditNote
    ) throws(JournalError) -> Reply {
        var arguments = Words(space.channel, "\(Self.mostNotes)")
        arguments.add(note.packed)
        arguments.add(file.room)
        arguments.add(file.name)
        arguments.add(file.packed)
        arguments.add(Int64(file.charge))
        arguments.add(Int64(Self.pieces(of: file.byteCount).count))
        arguments.add(Int64(limitBytes))
        let keys =
            changing(file.room, note) + [space.filePieces + file.name, upload]
        return try change(Script.keep.call(keys: keys, arguments: arguments))
    }

    /// The keys of whatever changes the files of a room.
    private func changing(_ room: Text, _ note: AuditNote) -> [Text] {
        [
            space.clock, space.notes, space.places(of: note.room, note.shelf), space.files,
            space.fileRooms,
            space.room(room).files,
        ]
    }

    private func change(_ call: Words) throws(JournalError) -> Reply {
        try accepted(filing.write([call]))[0]
    }

    public func drop(
        name: Text, from room: Text, noting note: AuditNote
    ) throws(JournalError) -> FileChange? {
        // A connection that nobody used for long may be gone, which only what reads may find out.
        _ = try accepted(filing.read([Words("HEXISTS", space.files, name)]))
        var arguments = Words(space.channel, "\(Self.mostNotes)")
        arguments.add(note.packed)
        arguments.add(room)
        arguments.add(name)
        arguments.add(space.filePieces)
        let call = Script.drop.call(keys: changing(room, note), arguments: arguments)
        guard let number = try change(call).number else { throw altered("an answer about a file") }
        return number == 0
            ? nil : FileChange(number: number, kind: .dropped(name: name, room: room))
    }

    // MARK: Reading

    public func read(
        name: Text, byteCount: Int, _ body: ([UInt8]) throws(JournalError) -> Void
    ) throws(JournalError) {
        let end = LogClock.monotonic() + Self.longestNanoseconds
        var hash = SHA256()
        for (index, range) in Self.pieces(of: byteCount).enumerated() {
            let reply = try fetched([Words("HGET", space.filePieces + name, "\(index)")])[0]
            guard let piece = reply.bytes, piece.count == range.count else {
                throw altered("file \(name): a part of it is gone")
            }
            hash.update(piece)
            try body(piece)
            try check(end)
        }
        try check(name, hash.end())
    }

    private func check(_ name: Text, _ digest: [UInt8]) throws(JournalError) {
        guard name.begins(with: Text(hexadecimal: digest)) else {
            throw altered("file \(name): its content is not what its name says")
        }
    }

    /// The answers to commands that only read; throws if one of them is refused.
    private func fetched(_ commands: [Words]) throws(JournalError) -> [Reply] {
        try accepted(fetching.read(commands))
    }

    private func check(_ end: UInt64) throws(JournalError) {
        guard LogClock.monotonic() < end else {
            throw .lost(host: description, reason: "a file takes too long")
        }
    }

    private static func pieces(of byteCount: Int) -> [Range<Int>] {
        stride(from: 0, to: byteCount, by: pieceBytes).map { start in
            start..<min(start + pieceBytes, byteCount)
        }
    }
}

extension FileList {
    /// Adds what a room has, where names and what is known of them take turns.
    fileprivate mutating func add(_ entries: [Reply], of room: Text) {
        for index in stride(from: 0, to: entries.count - 1, by: 2) {
            let name = entries[index].text ?? "?"
            let file = entries[index + 1].bytes.flatMap { StoredFile(room: room, packed: $0) }
            if let file, file.name == name {
                files.append(file)
            } else {
                damaged.append("\(name) of room \(room)")
            }
        }
    }
}

extension StoredFile {
    fileprivate var charge: Int { Self.charge(byteCount) }

    /// All but the room.
    fileprivate var packed: [UInt8] {
        var packed = Packed()
        packed.add(name)
        packed.add(Int64(byteCount))
        packed.add(details)
        return packed.bytes
    }

    init?(room: Text, packed: [UInt8]) {
        guard var values = Packed.read(packed), let name = values.text(),
            let count = values.number(), let details = values.text()
        else { return nil }
        self.init(room: room, name: name, byteCount: Int(count), details: details)
    }
}
