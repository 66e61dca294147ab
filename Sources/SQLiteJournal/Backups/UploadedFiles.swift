import Foundation
import Glibc
import Journal
public import Texts

/// Lists, reads and locks the uploaded files in a data directory, for the server and for backups. `assets` has each
/// content once, named by its SHA-256; `assets/rooms/<room>` has, under the same name, the details of each file that
/// the room has.
public struct UploadedFiles: Sendable {
    public let path: String

    static let name = "assets"
    private static let lockSeconds = 10
    private static let detailsBytes = 64 << 10

    public init(in dataDirectory: String) {
        self.init(path: "\(dataDirectory)/\(Self.name)")
    }

    init(path: String) {
        self.path = path
    }

    public var roomsPath: String { path + "/rooms" }

    public func directory(of room: Text) -> String { "\(roomsPath)/\(room)" }

    func contentPath(_ name: Text) -> String { "\(path)/\(name)" }

    func detailsPath(_ place: Place) -> String { "\(directory(of: place.room))/\(place.name)" }

    /// Runs `body` while no other process changes which rooms have which files.
    ///
    /// `body` gets false if another process has held the lock for 10 s: a stuck backup must not
    /// block a server's uploads.
    public func exclusively<Value, Failure: Error>(
        _ body: (_ isLocked: Bool) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A directory that does not exist has no files to change.
        guard descriptor >= 0 else { return try body(errno == ENOENT) }
        defer { close(descriptor) }
        return try body(FileLock.take(descriptor, waitsSeconds: Self.lockSeconds))
    }

    // MARK: Reading

    /// A room and a file that it has.
    struct Place: Hashable, Comparable {
        let room: Text
        /// The SHA-256 of the content in 64 hexadecimal digits, and a file extension.
        let name: Text

        var description: Text { "\(room): \(name)" }
        var isValid: Bool { Self.isFileName(name) && Self.isRoomName(room) }

        static func < (left: Place, right: Place) -> Bool {
            left.room == right.room ? left.name < right.name : left.room < right.room
        }

        static func isFileName(_ text: Text) -> Bool {
            let parts = text.elements(separatedBy: UInt8(ascii: "."))
            return parts.count == 2 && parts[0].byteCount == 64
                && (1...8).contains(parts[1].byteCount)
                && parts[0].consists { isDigit($0) || (0x61...0x66).contains($0) }
                && parts[1].consists { isDigit($0) || (0x61...0x7A).contains($0) }
        }

        /// True if a text can name a room's directory.
        private static func isRoomName(_ text: Text) -> Bool {
            (1...255).contains(text.byteCount) && !text.begins(with: ".")
                && text.consists { $0 != UInt8(ascii: "/") && $0 != 0 }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    }

    /// Returns the files of all rooms, in no particular order.
    func places() throws(JournalError) -> [Place] {
        var places: [Place] = []
        for room in try Self.names(in: roomsPath) { places += try self.places(of: room) }
        return places
    }

    /// Returns the files of a room, in no particular order.
    func places(of room: Text) throws(JournalError) -> [Place] {
        try Self.names(in: directory(of: room)).map { Place(room: room, name: $0) }
            .filter(\.isValid)
    }

    /// Returns nil if the room does not have the file.
    func details(of place: Place) throws(JournalError) -> Text? {
        try FileBytes.read(detailsPath(place), upTo: Self.detailsBytes).map { Text(decoding: $0) }
    }

    /// Returns the names in a directory; empty if it does not exist.
    static func names(in directory: String) throws(JournalError) -> [Text] {
        guard let stream = opendir(directory) else {
            if errno == ENOENT { return [] }
            throw .unusable(path: directory, reason: String(cString: strerror(errno)))
        }
        defer { closedir(stream) }
        var names: [Text] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { Text(String(cString: $0)) }
            }
            if !name.begins(with: ".") { names.append(name) }
        }
        return names
    }
}

/// An exclusive `flock` on a file, which the system releases when the process ends.
enum FileLock {
    /// Returns true if the lock was taken within the time. On a file system without locks it always is.
    static func take(_ descriptor: Int32, waitsSeconds: Int) -> Bool {
        for _ in 0...waitsSeconds * 1000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            if errno != EWOULDBLOCK, errno != EINTR { return true }
            if waitsSeconds > 0 { usleep(1000) }
        }
        return false
    }
}
