import Journal
import TestSupport
import Testing
import Texts

@testable import Server

@Suite("Settings that other servers change")
struct SettingsTests {
    /// A log that several servers share. The test decides which of its records arrive.
    private final class Shared: SettingsLog {
        let log = MemoryLog()
        let settingsChannel = SettingsChannel()
        let sharesSettings = true

        func settings() throws(JournalError) -> SettingsState { try log.settings() }

        func change(_ change: SettingsChange) throws(JournalError) -> SettingsVerdict {
            try log.change(change)
        }

        func add(_ note: AuditNote) throws(JournalError) { try log.add(note) }

        func notes(
            of room: Text?, after seq: Int64, limit: Int
        ) throws(JournalError) -> [StoredAuditNote] {
            try log.notes(of: room, after: seq, limit: limit)
        }
    }

    private let scene: ApplicationScene
    private let log = Shared()

    init() throws {
        scene = try ApplicationScene()
    }

    private func makeSettings() throws -> Settings {
        try Settings(
            log: log, rooms: scene.application.rooms, loop: scene.application.loop, wake: {})
    }

    private func tell(_ version: Int64, _ value: Text) {
        let record = SettingsRecord(version: version, room: "main", kind: .changed(["a": value]))
        log.settingsChannel.tell(.record(record))
    }

    @Test("Records take effect once each, in the order of their versions")
    func order() throws {
        let settings = try makeSettings()
        for (version, value) in [(2, "two"), (1, "one"), (2, "again"), (4, "four")]
            as [(Int64, Text)]
        {
            tell(version, value)
        }
        settings.deliver()
        #expect(settings.version == 2)
        #expect(settings.setting("a", of: "main")?.value == "two")
        tell(3, "three")
        settings.deliver()
        #expect(settings.version == 4)
        #expect(settings.setting("a", of: "main")?.value == "four")
    }

    @Test("Records that come without a pause do not delay the search for a missing one")
    func noise() throws {
        let settings = try makeSettings()
        tell(2, "x")
        settings.deliver()
        let deadline = try #require(settings.gapNanoseconds)
        for version in 3...20 as ClosedRange<Int64> {
            tell(version, "x")
            settings.deliver()
        }
        #expect(settings.gapNanoseconds == deadline)
        #expect(settings.version == 0)
    }

    @Test("All settings are read again after records may have been missed")
    func missed() throws {
        let settings = try makeSettings()
        try log.put("a", "1")
        try log.put("b", "2", of: "other")
        log.settingsChannel.tell(.missed)
        try waitUntil("the settings are read") {
            settings.deliver()
            return settings.version == 2
        }
        #expect(settings.setting("a", of: "main")?.value == "1")
        #expect(settings.setting("b", of: "other")?.value == "2")
    }
}
