import Digests
import Foundation
import Glibc
import Journal
import Synchronization
import Texts
import Wire

/// Where uploaded files are kept: each once, under the name that its content gives it, and for every room
/// that has it a small file of what is known of it.
///
/// All of it is done by other threads than the loop's, but for what is read at the start.
final class AssetDirectory: Sendable {
    private struct Upload {
        let descriptor: Int32
        let path: String
        var hash = SHA256()
        var bytes = 0
    }

    /// What has become of an upload.
    enum Outcome: Sendable {
        case kept(Asset)
        /// It is nothing that is taken.
        case refused(AssetFault)
        /// The disk could not keep it.
        case failed(String)
        /// It could not be told who uploaded it.
        case untold(JournalError)
    }

    private let path: String
    private let uploads = Mutex<[UInt64: Upload]>([:])

    /// Makes the directory if need be.
    init(data: String) throws {
        path = data + "/assets"
        try FileManager.default.createDirectory(
            atPath: path + "/rooms", withIntermediateDirectories: true)
    }

    // MARK: The start

    /// Which rooms have what. Files that no room has are removed, as are uploads that never ended.
    func read() throws -> [Text: [Asset]] {
        let files = FileManager.default
        var rooms: [Text: [Asset]] = [:]
        var named: Set<Text> = []
        for room in try files.contentsOfDirectory(atPath: path + "/rooms") {
            var assets: [Asset] = []
            for name in try files.contentsOfDirectory(atPath: "\(path)/rooms/\(room)") {
                guard let asset = asset(Text(name), in: Text(room)) else { continue }
                assets.append(asset)
                named.insert(asset.name)
            }
            rooms[Text(room)] = assets.sorted(by: Asset.areInOrder)
        }
        for name in try files.contentsOfDirectory(atPath: path)
        where Text(name) != Text("rooms") && !named.contains(Text(name)) {
            unlink("\(path)/\(name)")
        }
        return rooms
    }

    private func asset(_ name: Text, in room: Text) -> Asset? {
        guard Asset.isName(name), access("\(path)/\(name)", R_OK) == 0,
            let data = FileManager.default.contents(atPath: "\(path)/rooms/\(room)/\(name)"),
            let json = try? JSON(parsing: Array(data))
        else { return nil }
        return Asset(name: name, json)
    }

    // MARK: Uploads

    /// Begins an upload under a number of its own; returns why it can't.
    func begin(_ number: UInt64) -> String? {
        let path = "\(path)/upload-\(number)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Self.lastFault() }
        uploads.withLock { $0[number] = Upload(descriptor: descriptor, path: path) }
        return nil
    }

    /// Adds a piece; returns why it can't.
    func append(_ piece: [UInt8], to number: UInt64) -> String? {
        guard let descriptor = uploads.withLock({ $0[number]?.descriptor }) else {
            return "it was never begun"
        }
        var written = 0
        while written < piece.count {
            let count = piece[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return Self.lastFault() }
            written += count
        }
        uploads.withLock {
            $0[number]?.hash.update(piece)
            $0[number]?.bytes += piece.count
        }
        return nil
    }

    /// Ends an upload: looks at what it is, and keeps it for a room. If that has it not, `telling` is called
    /// before: no file is there of which nobody knows whose it is.
    func finish(
        _ number: UInt64, for room: Text, telling: (Asset) throws(JournalError) -> Void
    ) -> Outcome {
        guard let upload = uploads.withLock({ $0[number] }) else {
            return .failed("it was never begun")
        }
        defer { discard(number) }
        var window = Self.window(upload.descriptor, count: upload.bytes)
        let form: AssetForm
        do throws(AssetFault) {
            form = try AssetForm(of: &window)
        } catch {
            return .refused(error)
        }
        let digest = upload.hash.end().map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count < 2 ? "0\(digits)" : digits
        }
        let name = Text("\(digest.joined()).\(form.ending)")
        let asset = Asset(name: name, form: form, bytes: upload.bytes)
        if !has(name, in: room) {
            do throws(JournalError) { try telling(asset) } catch { return .untold(error) }
        }
        guard fsync(upload.descriptor) == 0, rename(upload.path, "\(path)/\(name)") == 0 else {
            return .failed(Self.lastFault())
        }
        sync(path)
        return write(asset, for: room).map { .failed($0) } ?? .kept(asset)
    }

    /// What is left of an upload goes.
    func discard(_ number: UInt64) {
        guard let upload = uploads.withLock({ $0.removeValue(forKey: number) }) else { return }
        close(upload.descriptor)
        unlink(upload.path)
    }

    /// Notes that a room has a file; returns why it can't.
    private func write(_ asset: Asset, for room: Text) -> String? {
        let directory = "\(path)/rooms/\(room)"
        mkdir(directory, 0o700)
        let fresh = "\(directory)/.new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Self.lastFault() }
        defer { close(descriptor) }
        let bytes = asset.json.encoded
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count, fsync(descriptor) == 0,
            rename(fresh, "\(directory)/\(asset.name)") == 0
        else { return Self.lastFault() }
        sync(directory)
        sync("\(path)/rooms")
        return nil
    }

    private func sync(_ directory: String) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func lastFault() -> String { String(cString: strerror(errno)) }

    // MARK: Removal

    /// A room has a file no more; with `isLast`, nobody has.
    func remove(_ name: Text, from room: Text, isLast: Bool) {
        unlink("\(path)/rooms/\(room)/\(name)")
        sync("\(path)/rooms/\(room)")
        if isLast, !isNamed(name) { unlink("\(path)/\(name)") }
    }

    /// Whether a room has it: one may have got it since it was to be removed.
    private func isNamed(_ name: Text) -> Bool {
        let rooms = try? FileManager.default.contentsOfDirectory(atPath: path + "/rooms")
        return rooms?.contains { has(name, in: Text($0)) } ?? true
    }

    private func has(_ name: Text, in room: Text) -> Bool {
        access("\(path)/rooms/\(room)/\(name)", F_OK) == 0
    }

    /// A room has no files any more.
    func removeAll(of room: Text) {
        rmdir("\(path)/rooms/\(room)")
        sync("\(path)/rooms")
    }

    // MARK: Reading

    /// A file that is read; closed when nobody has it any more.
    final class Reading: Sendable {
        private let descriptor: Int32

        fileprivate init?(_ path: String) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            if descriptor < 0 { return nil }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// The bytes of a range; nil if they are not there.
        func bytes(_ range: Range<Int>) -> [UInt8]? {
            let bytes = AssetDirectory.bytes(descriptor, range.lowerBound, range.count)
            return bytes.count == range.count ? bytes : nil
        }
    }

    /// Nil if it can't be read.
    func reading(_ name: Text) -> Reading? { Reading("\(path)/\(name)") }

    private static func window(_ descriptor: Int32, count: Int) -> FileWindow {
        FileWindow(count: count) { start, most in bytes(descriptor, start, most) }
    }

    private static func bytes(_ descriptor: Int32, _ start: Int, _ most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most {
                let got = pread(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + count, most - count,
                    start + count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                count += got
            }
        }
    }
}
