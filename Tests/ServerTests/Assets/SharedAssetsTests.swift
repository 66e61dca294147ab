import Digests
import Dispatch
import Foundation
import Journal
import Synchronization
import Testing
import Texts

@testable import Server

@Suite("Uploaded files that servers share")
struct SharedAssetsTests {
    /// Keeps what comes as change 1, once it may.
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

    /// Uploads a file; `meanwhile` is done when it is kept in the log and this server does not know it yet.
    /// Returns the copies that are left.
    private func upload(_ meanwhile: (Assets, StoredFile) -> Void) throws -> [String] {
        let data = FileManager.default.temporaryDirectory
            .appendingPathComponent("ovation-shared-assets-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let files = Files()
        let assets = try Assets(data: data, limitBytes: 1 << 20, files: files) {}
        var isDone = false
        try assets.receive(
            AssetSamples.pictures[0].bytes, nil, for: "main", by: Caller(role: .admin)
        ) { _ in isDone = true }
        while files.file == nil { assets.deliver() }
        files.asked.wait()
        meanwhile(assets, try #require(files.file))
        // What is removed because of that is removed by now.
        while assets.writing.count > 0 { assets.deliver() }
        files.allowed.signal()
        while !isDone || assets.writing.count > 0 { assets.deliver() }
        return try FileManager.default.contentsOfDirectory(atPath: data + "/shared-assets")
    }

    @Test("A copy that is made after the file has gone does not stay")
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
