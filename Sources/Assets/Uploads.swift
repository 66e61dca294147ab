import Digests
import Foundation
import Glibc
import Synchronization
import Texts

/// Writes uploads in progress to temporary files, then checks each file and moves it to its final name.
///
/// Other threads than the event loop's use it.
final class Uploads: Sendable {
    private struct Upload {
        let descriptor: Int32
        let path: String
        var hash = SHA256()
        var bytes = 0
    }

    private let path: String
    private let uploads = Mutex<[UInt64: Upload]>([:])

    init(in path: String) {
        self.path = path
    }

    /// Creates the temporary file of an upload; returns the reason if that fails.
    func begin(_ number: UInt64) -> String? {
        let path = "\(path)/upload-\(UUID().uuidString)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return Disk.lastFault() }
        uploads.withLock { $0[number] = Upload(descriptor: descriptor, path: path) }
        return nil
    }

    /// Appends a piece; returns the reason if that fails.
    func append(_ piece: [UInt8], to number: UInt64) -> String? {
        guard let descriptor = uploads.withLock({ $0[number]?.descriptor }) else {
            return "it was never begun"
        }
        if let fault = Disk.write(piece, to: descriptor) { return fault }
        uploads.withLock {
            $0[number]?.hash.update(piece)
            $0[number]?.bytes += piece.count
        }
        return nil
    }

    /// Examines a complete upload, and discards it if the server does not take the file.
    func examine(_ number: UInt64) -> Result<Asset, AssetFault> {
        do throws(AssetFault) {
            return .success(try asset(number))
        } catch {
            discard(number)
            return .failure(error)
        }
    }

    private func asset(_ number: UInt64) throws(AssetFault) -> Asset {
        guard let upload = uploads.withLock({ $0[number] }) else {
            throw AssetFault(detail: "it was never begun")
        }
        var window = FileWindow(count: upload.bytes) { start, most in
            Disk.bytes(of: upload.descriptor, start, most)
        }
        let form = try AssetForm(of: &window)
        return Asset(digest: upload.hash.end(), form: form, bytes: upload.bytes)
    }

    /// Reads a range of the received bytes; nil if that fails.
    func bytes(_ range: Range<Int>, of number: UInt64) -> [UInt8]? {
        guard let upload = uploads.withLock({ $0[number] }) else { return nil }
        let bytes = Disk.bytes(of: upload.descriptor, range.lowerBound, range.count)
        return bytes.count == range.count ? bytes : nil
    }

    /// Syncs the file to the disk; returns the reason if that fails.
    func flush(_ number: UInt64) -> String? {
        guard let upload = uploads.withLock({ $0[number] }) else { return "it was never begun" }
        return fsync(upload.descriptor) == 0 ? nil : Disk.lastFault()
    }

    /// Renames the temporary file to its final name; returns the reason if that fails.
    func place(_ number: UInt64, as name: Text) -> String? {
        guard let upload = uploads.withLock({ $0[number] }) else { return "it was never begun" }
        return rename(upload.path, "\(path)/\(name)") == 0 ? nil : Disk.lastFault()
    }

    /// Closes and deletes the temporary file of an upload.
    func discard(_ number: UInt64) {
        guard let upload = uploads.withLock({ $0.removeValue(forKey: number) }) else { return }
        close(upload.descriptor)
        unlink(upload.path)
    }
}
