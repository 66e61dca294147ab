import Digests
import Dispatch
import Foundation
import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@testable import Server

@Suite("Uploaded files shared by servers")
struct SharedAssetsTests {
    /// A file store that waits for permission before it confirms a file as change 1.
    private final class Files: SharedFiles {
        let asked = DispatchSemaphore(value: 0)
        let allowed = DispatchSemaphore(value: 0)
        private let kept = Mutex<StoredFile?>(nil)

        var file: StoredFile? { kept.withLock { $0 } }

        func files(unlessAt number: Int64?) throws(JournalError) -> FileList? {
            number == 0 ? nil : FileList(number: 0, files: [])
        }

        func keep(
            _ file: StoredFile, limitBytes: Int, noting note: AuditNote,
            bytes: (Range<Int>) -> [UInt8]?
        ) throws(JournalError) -> FileVerdict {
            kept.withLock { $0 = file }
            asked.signal()
            allowed.wait()
            return .kept(FileChange(number: 1, kind: .kept(file)))
        }

        func drop(
            name: Text, from room: Text, noting note: AuditNote
        ) throws(JournalError) -> FileChange? { nil }

        func read(
            name: Text, byteCount: Int, _ body: ([UInt8]) throws(JournalError) -> Void
        ) throws(JournalError) {}
    }

    /// Uploads a file and runs `meanwhile` after the log has the file but before this server knows.
    /// Returns the remaining local copies.
    private func upload(_ meanwhile: (Assets, StoredFile) -> Void) throws -> [String] {
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-shared-assets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let files = Files()
        let assets = try Assets(data: data, limitBytes: 1 << 20, files: files) {}
        var isDone = false
        try assets.receive(
            AssetSamples.pictures[0].bytes, nil, for: "main", by: .server
        ) { _ in isDone = true }
        try waitUntil("the log has the file") {
            assets.deliver()
            return files.file != nil
        }
        files.asked.wait()
        meanwhile(assets, try #require(files.file))
        // All removals are finished now.
        try waitUntil("removals are finished") {
            assets.deliver()
            return assets.writing.count == 0
        }
        files.allowed.signal()
        try waitUntil("the upload is finished") {
            assets.deliver()
            return isDone && assets.writing.count == 0
        }
        return try FileManager.default.contentsOfDirectory(atPath: data + "/shared-assets")
    }

    @Test("A local copy made after the file was dropped is removed")
    func dropped() throws {
        let kept = try upload { _, _ in }
        #expect(kept.count == 1)
        let left = try upload { assets, file in
            let dropped = FileChange.Kind.dropped(name: file.name, room: "main")
            assets.follow(FileChange(number: 1, kind: .kept(file)))
            assets.follow(FileChange(number: 2, kind: dropped))
        }
        #expect(left == [])
    }
}
