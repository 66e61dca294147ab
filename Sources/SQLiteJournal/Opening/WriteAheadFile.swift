import Foundation
import Journal

/// The file beside the journal into which SQLite writes first (sqlite.org/walformat.html), read
/// before SQLite reads it.
///
/// SQLite takes the first frame whose checksum does not agree for the file's end: so it passes over
/// what a crash left half written. But if what follows was written later, or if SQLite had noted that
/// it had flushed more, that frame was whole once, and what was answered is lost.
struct WriteAheadFile {
    let path: String

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24

    /// Throws if more was flushed than SQLite would read.
    func inspect() throws {
        let log = path + "-wal"
        // Looked at first: somebody may be writing both.
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

    /// Empties a file whose header is not whole, of which nothing is needed: SQLite would begin it anew
    /// with the salts of before, and what is left behind its end would look like a lost tail.
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

    /// Writes its bytes again where they stand, and flushes them.
    ///
    /// After a failed fsync the system takes the pages for written, though they may not have reached
    /// the disk: a second fsync would succeed all the same.
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

    /// Whether a file whose header can't be read has pages that the journal does not have.
    ///
    /// If the first frame can't be read either, a power cut may have come before either was flushed; then
    /// only a note of the frames behind tells that both were.
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

    /// The frames of a file: pages, each with its checksum, which goes on from the one before.
    private struct Frames {
        let bytes: [UInt8]
        let pageBytes: Int
        let isBigEndian: Bool
        let salts: [UInt32]
        /// So many from the first are whole, and end with a commit.
        private(set) var committed = 0
        /// The first that is not whole.
        private var end = 0
        /// The checksum of all before that one.
        private var sumAtEnd: Checksum

        /// Nil if the header is not whole.
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

        /// For a file whose header can't be read: the first frame from which the next one's checksum goes
        /// on, since what damaged the header may have damaged frames, too. Nil: these are no frames.
        var firstWhole: Int? {
            if count == 2 { return 0 }
            // The sum of nothing but zeros, which pages have many of, is zero.
            return (1..<max(1, count)).first { hasSum($0) && isLinked($0) }.map { $0 - 1 }
        }

        private func hasSum(_ frame: Int) -> Bool {
            word(bytes, start(frame) + 16) != 0 || word(bytes, start(frame) + 20) != 0
        }

        /// Whether a frame's checksum goes on from the one that stands before it.
        func isLinked(_ frame: Int) -> Bool {
            let before = Checksum(bytes, at: start(frame - 1) + 16, isBigEndian: isBigEndian)
            return sum(frame, after: before).matches(bytes, at: start(frame) + 16)
        }

        /// Whether frames of a later transaction follow the broken one. SQLite writes those only after
        /// it has flushed the earlier ones, so the broken frame was whole once.
        ///
        /// A frame with a commit tells so only if the next one goes on from it: behind it may still lie
        /// what a transaction left that could not be written, and whose place it has taken.
        var hasLaterTransaction: Bool {
            let behind = end + 1..<max(end + 1, count)
            if behind.contains(where: { commits($0 - 1) && hasSaltsOfHeader($0) && isLinked($0) }) {
                return true
            }
            guard !behind.isEmpty, commits(end) else { return false }
            let isHeadAlone = sum(end + 1, after: sum(end, after: sumAtEnd))
                .matches(bytes, at: start(end + 1) + 16)
            if isHeadAlone, hasSaltsOfHeader(end + 1) { return true }
            // What damaged the one may have damaged the head of the next.
            return (hasDamagedHead(end) || hasDamagedHead(end + 1))
                && behind.dropFirst().contains { hasSaltsOfHeader($0) && isLinked($0) }
        }

        private func hasDamagedHead(_ frame: Int) -> Bool {
            let hasPage = word(bytes, start(frame)) != 0
            return !isStale(frame) && !(hasSaltsOfHeader(frame) && hasSum(frame) && hasPage)
        }

        /// Whether a frame is left from before the file was begun anew: each time SQLite counts the first
        /// salt up, and draws the second.
        private func isStale(_ frame: Int) -> Bool {
            let salts = salts(of: frame)
            return (1..<1 << 16).contains(self.salts[0] &- salts[0]) && salts[1] != self.salts[1]
        }

        /// Whether the newest of each page, from the frame `first` on, is not what `file` has in its
        /// place.
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

    /// SQLite's checksum, over words in one of two orders of bytes.
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

    /// What SQLite noted of the file once it had been flushed: the first bytes of `-shm`, which a
    /// crash of the process leaves as they are.
    private struct IndexFile {
        let frames: Int
        let salts: [UInt32]

        /// Nil if there is no such note, or it is not whole.
        init?(path: String) {
            guard let bytes = try? FileBytes.read(path, upTo: 96), bytes.count == 96 else {
                return nil
            }
            // In the machine's own order, two copies of 48 bytes; a change is under way where they
            // differ.
            let isWhole =
                bytes[..<48] == bytes[48...]
                && Checksum(isBigEndian: false).adding(bytes, 0..<40).isNative(bytes, at: 40)
            guard isWhole else { return nil }
            frames = Int(word(bytes, 16).byteSwapped)
            // The salts alone are kept as they stand in the file.
            salts = [word(bytes, 32), word(bytes, 36)]
        }
    }
}

extension WriteAheadFile.Checksum {
    fileprivate func isNative(_ bytes: [UInt8], at offset: Int) -> Bool {
        first == word(bytes, offset).byteSwapped && second == word(bytes, offset + 4).byteSwapped
    }
}

/// Four bytes, the first the most significant.
private func word(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
}
