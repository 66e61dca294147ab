import Journal
import TestSupport
import Testing
import Texts

@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import RoomRuntime
@testable import Server
@testable import Settings
@testable import Webhooks

@Suite("Settings that other servers change")
struct SettingsTests {
    private let scene: ApplicationScene
    private let log = SharedMemoryLog()

    init() throws {
        scene = try ApplicationScene()
    }

    private func makeSettings() throws -> Settings {
        try Settings(
            log: log, rooms: scene.application.parts.rooms, temporaryPrefixes: [StoredFile.prefix],
            loop: scene.application.parts.loop, wake: {},
            warn: { _ in })
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

    private func wait(_ settings: Settings, until isTaken: () -> Bool) throws {
        try waitUntil("the settings are read") {
            settings.deliver()
            return isTaken()
        }
    }

    @Test("A reading of all settings does not undo later records")
    func laterRecords() throws {
        try log.put("a", "1")
        let settings = try makeSettings()
        tell(2, "2")
        // The second reading begins once the first one, which has version 1, was taken.
        let count = log.readCount
        for _ in 0..<2 { log.settingsChannel.tell(.missed) }
        try wait(settings) { log.readCount == count + 2 }
        #expect(settings.version == 2)
        #expect(settings.setting("a", of: "main")?.value == "2")
        tell(4, "4")
        settings.deliver()
        try log.put("a", "x")
        try log.put("a", "y")
        log.settingsChannel.tell(.missed)
        try wait(settings) { settings.version == 4 }
        #expect(settings.setting("a", of: "main")?.value == "4")
    }

    @Test(
        "After another log took over, its settings replace all known ones, and its records follow")
    func otherLog() throws {
        let settings = try makeSettings()
        try log.put("a", "1")
        for version in 1...9 as ClosedRange<Int64> { tell(version, "lost") }
        tell(12, "lost")
        settings.deliver()
        #expect(settings.version == 9)
        var isAnswered = false
        settings.wait(for: 11) { isAnswered = true }
        #expect(!isAnswered)
        settings.doubt()
        try wait(settings) { settings.version == 1 }
        #expect(settings.setting("a", of: "main")?.value == "1")
        // The change for which it waited is lost.
        #expect(isAnswered)
        tell(2, "2")
        settings.deliver()
        #expect(settings.version == 2)
        #expect(settings.setting("a", of: "main")?.value == "2")
    }

    @Test("A follower is told of each changed setting after a reading, and of no other")
    func followers() throws {
        final class Follower: SettingsFollower {
            var told: [Text] = []
            func settingChanged(_ name: Text, of room: Text?) { told.append(name) }
            func settingsErased(of room: Text) { told.append("erased") }
        }
        try log.put("a", "1")
        try log.put("file/b", "2")
        let settings = try makeSettings()
        let follower = Follower()
        settings.add(follower)
        try log.remove("file/b")
        try log.put("c", "3")
        log.settingsChannel.tell(.missed)
        try wait(settings) { settings.version == 4 }
        #expect(follower.told == ["c", "file/b"])
    }

    @Test("Files do not make a room stay, and other settings do")
    func roomsThatStay() throws {
        let rooms = scene.application.parts.rooms
        try log.put("file/a", "1 {}", of: "other")
        let settings = try makeSettings()
        #expect(rooms.registration("other").settingCount == 0)
        let record = SettingsRecord(
            version: 2, room: "other", kind: .changed(["file/b": "1 {}", "keepDays": "3"]))
        log.settingsChannel.tell(.record(record))
        settings.deliver()
        #expect(rooms.registration("other").settingCount == 1)
    }

    @Test("A damaged file is reported")
    func damaged() throws {
        var warnings: [String] = []
        log.setDamaged(["x.png of room main"])
        _ = try Settings(
            log: log, rooms: scene.application.parts.rooms, temporaryPrefixes: [StoredFile.prefix],
            loop: scene.application.parts.loop, wake: {},
            warn: { warnings.append($0) })
        #expect(warnings.count == 1 && warnings[0].contains("x.png of room main"))
    }
}
