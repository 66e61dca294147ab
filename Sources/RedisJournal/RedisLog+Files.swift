import Digests
import Foundation
public import Journal
public import Texts

/// Stores the uploaded files that servers share in Redis, in pieces.
extension RedisLog: SharedFiles {
    /// The size of a piece. It is a little less than 256 KiB, so that a piece with the header of Redis fits into one
    /// allocation of that size. A piece of 256 KiB would need the next size and waste a fifth.
    static let pieceBytes = 255 << 10
    /// Redis deletes the pieces of an upload if no further piece comes for this long.
    private static let uploadSeconds = 60
    /// The longest time for reading or writing a file.
    private static let longestNanoseconds: UInt64 = 20_000_000_000

    /// The reply of `keep.lua` if pieces are missing.
    private static let lacksPieces: Int64 = -2

    // MARK: Keeping

    public func keep(
        _ file: StoredFile, basis: Int64, limitBytes: Int, noting note: AuditNote,
        bytes: (Range<Int>) -> [UInt8]?
    ) throws(JournalError) -> FileVerdict {
        let known = try look(for: file)
        guard known.isThere || known.bytes + StoredFile.charge(file.byteCount) <= limitBytes else {
            return .full
        }
        let id = Text(UUID().uuidString)
        // A complete and undamaged file need not be sent again.
        let isWhole = known.isThere ? try isWhole(file) : false
        if !isWhole { try send(file, to: space.upload(id), bytes) }
        func commit() throws(JournalError) -> Reply {
            try self.commit(file, basis, from: space.upload(id), limitBytes: limitBytes, note)
        }
        var reply = try commit()
        if isWhole, reply[0].number == Self.lacksPieces {
            // The file was deleted with its last room meanwhile.
            try send(file, to: space.upload(id), bytes)
            reply = try commit()
        }
        switch (reply[0].number, reply[1].number) {
        case (1, let version?): return .kept(version: version)
        case (2, let version?): return .mended(version: version)
        case (0, let version?): return .known(version: version)
        case (-1, _): return .full
        case (-3, _): return .roomErased
        default:
            throw .refused(
                host: description,
                reason: "a part of the file was gone before all of it had come")
        }
    }

    /// Returns the charge of all files in bytes, and whether this file is among them.
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
        _ file: StoredFile, _ basis: Int64, from upload: Text, limitBytes: Int, _ note: AuditNote
    ) throws(JournalError) -> Reply {
        var arguments = changing(file.name, of: file.room, basis, note)
        arguments.add(
            SettingEntry.packed(file.settingName, file.settingValue, of: file.room))
        arguments.add(file.settingValue)
        arguments.add(Int64(StoredFile.charge(file.byteCount)))
        arguments.add(Int64(Self.pieces(of: file.byteCount).count))
        arguments.add(Int64(limitBytes))
        let keys = keys(of: file.room, note) + [space.filePieces + file.name, upload]
        return try change(LuaScript.keep.call(keys: keys, arguments: arguments))
    }

    /// Returns the keys that each change of a room's files needs.
    private func keys(of room: Text, _ note: AuditNote) -> [Text] {
        [
            space.clock, space.notes, space.places(of: note.room, note.shelf), space.settings,
            space.settingNames(of: room), space.erasedRooms, space.files,
        ]
    }

    /// Returns the first arguments of each change of a room's file.
    private func changing(
        _ name: Text, of room: Text, _ basis: Int64, _ note: AuditNote
    ) -> Words {
        var arguments = Words(space.channel, "\(Self.mostNotes)")
        arguments.add(note.packed)
        arguments.add(room)
        arguments.add(basis)
        arguments.add(name)
        return arguments
    }

    private func change(_ call: Words) throws(JournalError) -> Reply {
        try accepted(filing.write([call]))[0]
    }

    public func drop(
        name: Text, from room: Text, basis: Int64, noting note: AuditNote
    ) throws(JournalError) -> Int64 {
        // A read comes first: the connection may have been lost while it was idle, and only a read may be repeated
        // after a failure.
        _ = try accepted(filing.read([Words("HEXISTS", space.files, name)]))
        var arguments = changing(name, of: room, basis, note)
        arguments.add(space.filePieces)
        let call = LuaScript.drop.call(keys: keys(of: room, note), arguments: arguments)
        guard let version = try change(call).number else { throw altered("an answer about a file") }
        return version
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

    /// Returns the replies to read-only commands; throws if Redis refuses one of them.
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
