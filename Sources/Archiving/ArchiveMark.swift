import Foundation
import RedisJournal
import Texts

/// A file beside an archive's journal that names the archived log and the newest time that was copied.
final class ArchiveMark {
    private let path: String
    /// Nil if the file does not exist yet.
    private(set) var edition: RedisHistory.Edition?

    /// Throws if the file exists and can't be read.
    init(directory: String) throws(ArchiveFault) {
        path = directory + "/archived-log"
        guard FileManager.default.fileExists(atPath: path) else { return }
        let words = FileManager.default.contents(atPath: path).map {
            Text(decoding: $0.filter { $0 != UInt8(ascii: "\n") })
                .elements(separatedBy: UInt8(ascii: " "))
        }
        guard let words, words.count == 2, let newest = Int64(words[1].string) else {
            throw .unreadable(path: path)
        }
        edition = RedisHistory.Edition(name: words[0], newestMicroseconds: newest)
    }

    /// Replaces the file's content, completely or not at all.
    func write(_ edition: RedisHistory.Edition) throws(ArchiveFault) {
        let new = path + ".new"
        do {
            let text = "\(edition.name) \(edition.newestMicroseconds)\n"
            guard
                FileManager.default.createFile(
                    atPath: new, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: new))
            try handle.synchronize()
            try handle.close()
            guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw .unwritable(path: path, reason: "\(error.localizedDescription)")
        }
        self.edition = edition
    }
}

/// The reason why a log can't be archived in a directory.
public enum ArchiveFault: Error, Sendable, CustomStringConvertible {
    /// The directory has the archive of another log.
    case another(log: String)
    /// The directory has a journal that is not an archive.
    case noArchive(path: String)
    case unreadable(path: String)
    case unwritable(path: String, reason: String)

    public var description: String {
        switch self {
        case .another(let log):
            "\(log) is another log than the one whose archive this is; name another --data directory"
        case .noArchive(let path):
            "\(path) is a server's journal, not an archive; name another --data directory"
        case .unreadable(let path): "\(path) does not say of which log this is the archive"
        case .unwritable(let path, let reason): "\(path) can't be written: \(reason)"
        }
    }
}
