import Digests
import Dispatch
import Foundation
import HTTPRouting
import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@testable import Assets
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Server
@testable import Settings
@testable import Webhooks

@Suite("Uploaded files shared by servers")
struct SharedAssetsTests {
    /// A file store that waits for permission before it confirms a file as change 1.
    private final class Files: SharedFiles {
        let asked = DispatchSemaphore(value: 0)
        let allowed = DispatchSemaphore(value: 0)
        private let kept = Mutex<StoredFile?>(nil)

        var file: StoredFile? { kept.withLock { $0 } }

        func keep(
            _ file: StoredFile, basis: Int64, limitBytes: Int, noting note: AuditNote,
            bytes: (Range<Int>) -> [UInt8]?
        ) throws(JournalError) -> FileVerdict {
            kept.withLock { $0 = file }
            asked.signal()
            allowed.wait()
            return .kept(version: 1)
        }

        func drop(
            name: Text, from room: Text, basis: Int64, noting note: AuditNote
        ) throws(JournalError) -> Int64 { 0 }

        func read(
            name: Text, byteCount: Int, _ body: ([UInt8]) throws(JournalError) -> Void
        ) throws(JournalError) {}
    }

    /// An upload of a file that servers share. The test decides which records arrive.
    private final class Uploading {
        let directory: TemporaryDirectory
        let log = SharedMemoryLog()
        let settings: Settings
        let assets: Assets
        let files = Files()
        private(set) var result: Result<(asset: Asset, isNew: Bool), Problem>?
        private let scene: ApplicationScene

        /// Begins the upload, and waits until the log has the file but this server does not know.
        init() throws {
            directory = try TemporaryDirectory(isCreated: true)
            scene = try ApplicationScene()
            settings = try Settings(
                log: log, rooms: scene.application.parts.rooms,
                temporaryPrefixes: [StoredFile.prefix],
                loop: scene.application.parts.loop, wake: {},
                warn: { _ in })
            assets = try Assets(
                data: directory.path, limitBytes: 1 << 20, files: files, settings: settings
            ) {}
            let noKey: Assets.Author = { nil }
            try assets.receive(
                AssetSamples.pictures[0].bytes, nil, for: "main", by: noKey
            ) { [unowned self] in result = $0 }
            try waitUntil("the log has the file") {
                deliver()
                return files.file != nil
            }
            files.asked.wait()
        }

        var file: StoredFile { get throws { try #require(files.file) } }

        func tell(_ version: Int64, _ kind: SettingsRecord.Kind) {
            let record = SettingsRecord(version: version, room: "main", kind: kind)
            log.settingsChannel.tell(.record(record))
        }

        func tellKept() throws {
            let file = try file
            tell(1, .changed([file.settingName: file.settingValue]))
        }

        func deliver() {
            settings.deliver()
            assets.deliver()
        }

        /// Delivers until all removals of copies are finished.
        func finishRemovals() throws {
            try waitUntil("removals are finished") {
                deliver()
                return assets.writing.count == 0
            }
        }

        func finish() throws {
            files.allowed.signal()
            try waitUntil("the upload is finished") {
                deliver()
                return result != nil && assets.writing.count == 0
            }
        }

        var copies: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(
                    atPath: directory.path + "/shared-assets")
            }
        }
    }

    @Test("A local copy made after the file was dropped is removed")
    func dropped() throws {
        let kept = try Uploading()
        try kept.tellKept()
        try kept.finish()
        #expect(try kept.copies.count == 1)
        let dropped = try Uploading()
        try dropped.tellKept()
        let name = try dropped.file.settingName
        dropped.tell(2, .changed([name: nil]))
        try dropped.finishRemovals()
        try dropped.finish()
        #expect(try dropped.copies == [])
    }

    @Test("An upload is answered once this server has the file")
    func known() throws {
        let uploading = try Uploading()
        uploading.files.allowed.signal()
        try waitUntil("the copy is there") {
            uploading.deliver()
            return try uploading.copies == [try uploading.file.name.string]
        }
        for _ in 0..<3 { uploading.deliver() }
        #expect(uploading.result == nil)
        try uploading.tellKept()
        try waitUntil("the upload is answered") {
            uploading.deliver()
            return uploading.result != nil
        }
        #expect(uploading.assets.has(try uploading.file.name, in: "main"))
    }

    @Test("A room that is erased elsewhere during an upload does not get the file")
    func erased() throws {
        let uploading = try Uploading()
        try uploading.tellKept()
        uploading.tell(2, .erased)
        try uploading.finishRemovals()
        try uploading.finish()
        guard case .failure(let problem) = uploading.result else {
            return #expect(uploading.result == nil)
        }
        #expect(problem.type.word == "room-leaving")
        #expect(try uploading.copies == [])
        #expect(uploading.assets.all(of: "main").isEmpty)
    }
}
