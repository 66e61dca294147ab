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

    private static let headBytes = 32
    private static let frameHeadBytes = 24

    /// Throws if more was flushed than SQLite would read.
    func inspect() throws {
        let log = path + "-wal"
        // Looked at first: somebody may be writing both.
        let note = IndexFile(path: path + "-shm")
        guard let bytes = try FileBytes.read(log), bytes.count >= Self.headBytes else { return }
        guard let frames = Frames(bytes) else {
            return try lost(log, after: 0, isLost: try hasUnsaved(bytes))
        }
        let flushed = note.map { $0.salts == frames.salts ? $0.frames : 0 } ?? 0
        try lost(
            log, after: frames.committed,
            isLost: flushed > frames.committed || frames.goesOnBehindItsEnd)
    }

    /// Empties a file whose head is not whole, of which nothing is needed: SQLite would begin it anew
    /// with the salts of before, and what is left behind its end would look like a lost tail.
    func clearHeadless() throws {
        guard let file = FileHandle(forUpdatingAtPath: path + "-wal") else { return }
        defer { try? file.close() }
        let head = [UInt8](try file.read(upToCount: Self.headBytes) ?? Data())
        if head.isEmpty || head.count == Self.headBytes && Frames(head) != nil { return }
        try file.truncate(atOffset: 0)
        try file.synchronize()
    }

    /// Writes its bytes again where they stand, and flushes them.
    ///
    /// After a flush that failed the system takes for written what may never have reached the disk:
    /// another flush would say so, and a power cut would show that it is not.
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

    private func lost(_ log: String, after frame: Int, isLost: Bool) throws {
        guard isLost else { return }
        throw JournalError.damaged(
            path: log,
            reason:
                "what was written last, behind frame \(frame), is altered: the newest events of "
                + "some rooms can't be read")
    }

    /// Whether a file whose head can't be read has pages that the journal does not have.
    private func hasUnsaved(_ bytes: [UInt8]) throws -> Bool {
        for pageBytes in (9...16).map({ 1 << $0 }) {
            for isBig in [false, true] {
                let frames = Frames(bytes, pageBytes: pageBytes, isBig: isBig)
                guard frames.count > 1, frames.isLinked(1) || frames.count == 2 else { continue }
                if let saved = try FileBytes.read(path) { return frames.differ(from: saved) }
            }
        }
        return false
    }

    /// The frames of a file: pages, each with its checksum, which goes on from the one before.
    private struct Frames {
        let bytes: [UInt8]
        let pageBytes: Int
        let isBig: Bool
        let salts: [UInt32]
        /// So many from the first are whole, and end with a commit.
        private(set) var committed = 0
        /// The first that is not whole.
        private var end = 0

        /// Nil if the head is not whole.
        init?(_ bytes: [UInt8]) {
            let magic = word(bytes, 0)
            guard magic & ~1 == 0x377F_0682 else { return nil }
            let sum = Checksum(isBig: magic & 1 == 1).over(bytes, 0..<24)
            guard sum.matches(bytes, at: 24) else { return nil }
            let size = Int(word(bytes, 8))
            self.init(bytes, pageBytes: size, isBig: magic & 1 == 1)
            walk(from: sum)
        }

        init(_ bytes: [UInt8], pageBytes: Int, isBig: Bool) {
            self.bytes = bytes
            self.pageBytes = pageBytes
            self.isBig = isBig
            salts = [word(bytes, 16), word(bytes, 20)]
        }

        var count: Int { (bytes.count - headBytes) / (frameHeadBytes + pageBytes) }

        private func start(_ frame: Int) -> Int { headBytes + frame * (frameHeadBytes + pageBytes) }

        private func isOurs(_ frame: Int) -> Bool {
            [word(bytes, start(frame) + 8), word(bytes, start(frame) + 12)] == salts
        }

        private func commits(_ frame: Int) -> Bool { word(bytes, start(frame) + 4) != 0 }

        private func sum(_ frame: Int, after sum: Checksum) -> Checksum {
            let first = start(frame)
            return sum.over(bytes, first..<first + 8)
                .over(bytes, first + frameHeadBytes..<first + frameHeadBytes + pageBytes)
        }

        private mutating func walk(from sum: Checksum) {
            var sum = sum
            while end < count, isOurs(end) {
                sum = self.sum(end, after: sum)
                guard sum.matches(bytes, at: start(end) + 16) else { return }
                end += 1
                if commits(end - 1) { committed = end }
            }
        }

        /// Whether a frame's checksum goes on from the one that stands before it.
        func isLinked(_ frame: Int) -> Bool {
            let before = Checksum(bytes, at: start(frame - 1) + 16, isBig: isBig)
            return sum(frame, after: before).matches(bytes, at: start(frame) + 16)
        }

        /// Whether something whole was written later than what is broken: nothing is, before what
        /// came earlier has been flushed.
        var goesOnBehindItsEnd: Bool {
            var hasCommit = false
            for frame in end..<max(end, count) {
                if hasCommit, isOurs(frame), isLinked(frame) { return true }
                // The broken one itself may have been the commit.
                hasCommit = hasCommit || (commits(frame) && (frame == end || isOurs(frame)))
            }
            return false
        }

        /// Whether the newest of each page is not what `file` has in its place.
        func differ(from file: [UInt8]) -> Bool {
            var newest: [Int: Int] = [:]
            for frame in 0..<count {
                let sameSalts =
                    word(bytes, start(frame) + 8) == word(bytes, start(0) + 8)
                    && word(bytes, start(frame) + 12) == word(bytes, start(0) + 12)
                guard sameSalts, frame == 0 || isLinked(frame) else { break }
                newest[Int(word(bytes, start(frame)))] = start(frame) + frameHeadBytes
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
        let isBig: Bool
        var first: UInt32 = 0
        var second: UInt32 = 0

        init(isBig: Bool) {
            self.isBig = isBig
        }

        init(_ bytes: [UInt8], at offset: Int, isBig: Bool) {
            self.isBig = isBig
            first = word(bytes, offset)
            second = word(bytes, offset + 4)
        }

        func over(_ bytes: [UInt8], _ range: Range<Int>) -> Checksum {
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
            return isBig ? value.bigEndian : value.littleEndian
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
                && Checksum(isBig: false).over(bytes, 0..<40).isNative(bytes, at: 40)
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
