import Foundation
import Journal

/// Inspects SQLite's write-ahead log beside the journal (sqlite.org/walformat.html) before SQLite reads it.
///
/// SQLite takes the first frame with a wrong checksum for the end of the log, and so skips the part that a crash left
/// half-written. But if a later transaction follows that frame, or if SQLite has recorded a flush of more
/// frames, then the frame was complete once, and events that were acknowledged are lost.
struct WriteAheadFile {
    let path: String

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// Throws if more frames were flushed than SQLite would read.
    func inspect() throws {
        let log = path + "-wal"
        // Read before the log, because a server may be writing both.
        let note = IndexFile(path: path + "-shm")
        guard let bytes = try FileBytes.read(log), bytes.count >= Self.headerBytes else { return }
        guard let frames = Frames(bytes) else {
            return try throwIfLost(try hasUnsaved(bytes, note), in: log, after: 0)
        }
        let flushed = note.map { $0.salts == frames.salts ? $0.frames : 0 } ?? 0
        try throwIfLost(
            flushed > frames.committed || frames.hasLaterTransaction,
            in: log, after: frames.committed)
    }

    /// Empties a log with a damaged header and no needed frames. SQLite would restart it with the old salts, and
    /// the old frames behind the new end would look like a lost tail.
    func clearHeaderless() throws {
        guard let file = FileHandle(forUpdatingAtPath: path + "-wal") else { return }
        defer { try? file.close() }
        let header = [UInt8](try file.read(upToCount: Self.headerBytes) ?? Data())
        if header.isEmpty || header.count == Self.headerBytes && Frames(header) != nil { return }
        try file.truncate(atOffset: 0)
        try file.synchronize()
    }

    func flush() throws {
        guard let file = FileHandle(forUpdatingAtPath: path + "-wal") else { return }
        defer { try? file.close() }
        do {
            try file.synchronize()
        } catch {
            try writeAgain()
        }
    }

    /// Writes the bytes of the log again in place, and flushes them.
    ///
    /// After a failed fsync, the system considers the pages written, though they may not have reached
    /// the disk: a second fsync alone would succeed without writing them.
    func writeAgain() throws {
        guard let file = FileHandle(forUpdatingAtPath: path + "-wal") else { return }
        defer { try? file.close() }
        var offset: UInt64 = 0
        while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
            try file.seek(toOffset: offset)
            try file.write(contentsOf: bytes)
            offset += UInt64(bytes.count)
        }
        try file.synchronize()
    }

    private func throwIfLost(_ isLost: Bool, in log: String, after frame: Int) throws {
        guard isLost else { return }
        throw JournalError.damaged(
            path: log,
            reason:
                "what was written last, behind frame \(frame), is altered: the newest events of "
                + "some rooms can't be read")
    }

    /// Tells if a log with an unreadable header has pages that the journal lacks.
    ///
    /// If the first frame is unreadable too, a power cut may have come before either was flushed. Then
    /// only SQLite's record of later flushed frames proves that both were.
    private func hasUnsaved(_ bytes: [UInt8], _ note: IndexFile?) throws -> Bool {
        for pageBytes in (9...16).map({ 1 << $0 }) {
            for isBigEndian in [false, true] {
                let frames = Frames(bytes, pageBytes: pageBytes, isBigEndian: isBigEndian)
                guard let first = frames.firstWhole else { continue }
                let flushed = note?.salts == frames.salts(of: first) ? note?.frames ?? 0 : 0
                if first > 0, flushed <= first { return false }
                if let saved = try FileBytes.read(path) {
                    return frames.differ(from: saved, since: first)
                }
            }
        }
        return false
    }

    /// The frames of a log: pages, each with a checksum that continues the one before.
    private struct Frames {
        let bytes: [UInt8]
        let pageBytes: Int
        let isBigEndian: Bool
        let salts: [UInt32]
        /// The number of intact frames at the beginning, up to the last commit.
        private(set) var committed = 0
        /// The index of the first frame that is not intact.
        private var end = 0
        /// The checksum of all frames before the frame at `end`.
        private var sumAtEnd: Checksum

        /// Returns nil if the header is not intact.
        init?(_ bytes: [UInt8]) {
            let magic = word(bytes, 0)
            guard magic & ~1 == 0x377F_0682 else { return nil }
            let sum = Checksum(isBigEndian: magic & 1 == 1).adding(bytes, 0..<24)
            guard sum.matches(bytes, at: 24) else { return nil }
            let size = Int(word(bytes, 8))
            self.init(bytes, pageBytes: size, isBigEndian: magic & 1 == 1)
            walk(from: sum)
        }

        init(_ bytes: [UInt8], pageBytes: Int, isBigEndian: Bool) {
            self.bytes = bytes
            self.pageBytes = pageBytes
            self.isBigEndian = isBigEndian
            salts = [word(bytes, 16), word(bytes, 20)]
            sumAtEnd = Checksum(isBigEndian: isBigEndian)
        }

        var count: Int { (bytes.count - headerBytes) / (frameHeaderBytes + pageBytes) }

        private func start(_ frame: Int) -> Int {
            headerBytes + frame * (frameHeaderBytes + pageBytes)
        }

        func salts(of frame: Int) -> [UInt32] {
            [word(bytes, start(frame) + 8), word(bytes, start(frame) + 12)]
        }

        private func hasSaltsOfHeader(_ frame: Int) -> Bool { salts(of: frame) == salts }

        private func commits(_ frame: Int) -> Bool {
            word(bytes, start(frame) + 4) != 0 && !isStale(frame)
        }

        private func sum(_ frame: Int, after sum: Checksum) -> Checksum {
            let first = start(frame)
            return sum.adding(bytes, first..<first + 8)
                .adding(bytes, first + frameHeaderBytes..<first + frameHeaderBytes + pageBytes)
        }

        private mutating func walk(from sum: Checksum) {
            sumAtEnd = sum
            while end < count, hasSaltsOfHeader(end) {
                let sum = self.sum(end, after: sumAtEnd)
                guard sum.matches(bytes, at: start(end) + 16) else { return }
                sumAtEnd = sum
                end += 1
                if commits(end - 1) { committed = end }
            }
        }

        /// For a log with an unreadable header: the first frame whose checksum the next frame continues, because the
        /// damage may extend to frames. Nil if the bytes are no frames.
        var firstWhole: Int? {
            if count == 2 { return 0 }
            // The sum of zeros, which fill many pages, is zero and proves nothing.
            return (1..<max(1, count)).first { hasSum($0) && isLinked($0) }.map { $0 - 1 }
        }

        private func hasSum(_ frame: Int) -> Bool {
            word(bytes, start(frame) + 16) != 0 || word(bytes, start(frame) + 20) != 0
        }

        /// Tells if a frame's checksum continues that of the frame before it.
        func isLinked(_ frame: Int) -> Bool {
            let before = Checksum(bytes, at: start(frame - 1) + 16, isBigEndian: isBigEndian)
            return sum(frame, after: before).matches(bytes, at: start(frame) + 16)
        }

        /// True if frames of a later transaction follow the broken frame. SQLite writes them only after
        /// it has flushed the earlier ones, so the broken frame was intact once.
        ///
        /// A commit frame proves that only if the next frame's checksum continues from it. Otherwise the frames behind
        /// it may be the rest of a failed transaction, which this one has partly overwritten.
        var hasLaterTransaction: Bool {
            let behind = end + 1..<max(end + 1, count)
            if behind.contains(where: { commits($0 - 1) && hasSaltsOfHeader($0) && isLinked($0) }) {
                return true
            }
            guard !behind.isEmpty, commits(end) else { return false }
            let isHeadAlone = sum(end + 1, after: sum(end, after: sumAtEnd))
                .matches(bytes, at: start(end + 1) + 16)
            if isHeadAlone, hasSaltsOfHeader(end + 1) { return true }
            // The damage of one frame may extend to the header of the next.
            return (hasDamagedHead(end) || hasDamagedHead(end + 1))
                && behind.dropFirst().contains { hasSaltsOfHeader($0) && isLinked($0) }
        }

        private func hasDamagedHead(_ frame: Int) -> Bool {
            let hasPage = word(bytes, start(frame)) != 0
            return !isStale(frame) && !(hasSaltsOfHeader(frame) && hasSum(frame) && hasPage)
        }

        /// Tells if a frame is left from before the last restart of the log. Each restart increments the first
        /// salt and draws a new second one.
        private func isStale(_ frame: Int) -> Bool {
            let salts = salts(of: frame)
            return (1..<1 << 16).contains(self.salts[0] &- salts[0]) && salts[1] != self.salts[1]
        }

        /// Tells if the newest version of a page, from the frame `first` on, differs from the page in
        /// `file`.
        func differ(from file: [UInt8], since first: Int) -> Bool {
            var newest: [Int: Int] = [:]
            for frame in first..<count {
                guard salts(of: frame) == salts(of: first), frame == first || isLinked(frame)
                else { break }
                newest[Int(word(bytes, start(frame)))] = start(frame) + frameHeaderBytes
            }
            return newest.contains { page, place in
                let first = (page - 1) * pageBytes
                guard first >= 0, first + pageBytes <= file.count else { return true }
                return !bytes[place..<place + pageBytes].elementsEqual(
                    file[first..<first + pageBytes])
            }
        }
    }

    /// SQLite's checksum, over words in either byte order.
    fileprivate struct Checksum {
        let isBigEndian: Bool
        var first: UInt32 = 0
        var second: UInt32 = 0

        init(isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
        }

        init(_ bytes: [UInt8], at offset: Int, isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
            first = word(bytes, offset)
            second = word(bytes, offset + 4)
        }

        func adding(_ bytes: [UInt8], _ range: Range<Int>) -> Checksum {
            var sum = self
            let span = bytes.span.bytes
            precondition(range.upperBound <= bytes.count && range.count % 8 == 0)
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
                sum.first = sum.first &+ value(span, offset) &+ sum.second
                sum.second = sum.second &+ value(span, offset + 4) &+ sum.first
            }
            return sum
        }

        private func value(_ bytes: RawSpan, _ offset: Int) -> UInt32 {
            let value = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? value.bigEndian : value.littleEndian
        }

        func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
            first == word(bytes, offset) && second == word(bytes, offset + 4)
        }
    }

    /// SQLite's record of the flushed part of the log: the first bytes of `-shm`, which stay after a
    /// crash of the process.
    private struct IndexFile {
        let frames: Int
        let salts: [UInt32]

        /// Returns nil if there is no such record, or it is not complete.
        init?(path: String) {
            guard let bytes = try? FileBytes.read(path, upTo: 96), bytes.count == 96 else {
                return nil
            }
            // Two copies of 48 bytes, in the machine's byte order. They differ while SQLite is changing
            // them.
            let isWhole =
                bytes[..<48] == bytes[48...]
                && Checksum(isBigEndian: false).adding(bytes, 0..<40).isNative(bytes, at: 40)
            guard isWhole else { return nil }
            frames = Int(word(bytes, 16).byteSwapped)
            // Only the salts are stored as in the log itself.
            salts = [word(bytes, 32), word(bytes, 36)]
        }
    }
}

extension WriteAheadFile.Checksum {
    fileprivate func isNative(_ bytes: [UInt8], at offset: Int) -> Bool {
        first == word(bytes, offset).byteSwapped && second == word(bytes, offset + 4).byteSwapped
    }
}

/// Reads four bytes in big-endian order.
private func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
}
