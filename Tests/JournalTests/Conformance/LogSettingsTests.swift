import Journal
import Synchronization
import TestSupport
import Testing
import Texts

@Suite("Every log: settings", .serialized)
struct LogSettingsTests {
    @Test("Changes are numbered in order across rooms", arguments: LogKind.allCases)
    func order(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        #expect(try log.settings().version == 0)
        #expect(try log.put("keepDays", "7") == .made(version: 1))
        #expect(try log.put("keepDays", "8", of: "other") == .made(version: 2))
        #expect(try log.put("key/a", "é", of: nil) == .made(version: 3))
        #expect(try log.remove("keepDays") == .made(version: 4))
        #expect(try log.settings().version == 4)
        #expect(try log.settingWords() == ["other/keepDays=8", "/key/a=é"])
    }

    @Test(
        "A change that builds on an older version of its own setting is refused; others are merged",
        arguments: LogKind.allCases)
    func conflict(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("key/a/name", "one")
        #expect(try log.put("key/a/name", "two", basis: 0) == .conflict(name: "key/a/name"))
        #expect(try log.put("key/a/pinned", "true", basis: 0) == .made(version: 2))
        #expect(try log.put("key/a/name", "two", basis: 1) == .made(version: 3))
        #expect(try log.settingWords() == ["main/key/a/name=two", "main/key/a/pinned=true"])
    }

    @Test("A removed setting keeps its version", arguments: LogKind.allCases)
    func tombstone(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("source/kofi")
        try log.remove("source/kofi")
        #expect(try log.put("source/kofi", basis: 1) == .conflict(name: "source/kofi"))
        #expect(
            try log.put("x", needed: ["source/kofi"]) == .missing(name: "source/kofi"))
        #expect(try log.settingWords() == [])
        #expect(try log.put("source/kofi", basis: 2) == .made(version: 3))
    }

    @Test("A change without its needed setting changes nothing", arguments: LogKind.allCases)
    func missing(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("key/a")
        let forget = SettingsChange(
            room: "main", basis: 1,
            writes: [
                .init("key/a", .forget, basis: nil), .init("key/a/name", .forget, basis: nil),
            ], needed: ["key/a"])
        #expect(try log.change(forget) == .made(version: 2))
        #expect(try log.change(forget) == .missing(name: "key/a"))
        #expect(
            try log.put("key/a/name", "new", needed: ["key/a"]) == .missing(name: "key/a"))
        let both = SettingsChange(
            room: "main", basis: 2,
            writes: [.init("b", .put("1"), basis: 2), .init("key/a", .put("2"), basis: 2)],
            needed: ["key/a"])
        #expect(try log.change(both) == .missing(name: "key/a"))
        #expect(try log.settings().settings.isEmpty)
        #expect(try log.settings().version == 2)
    }

    @Test(
        "A new room of the name of an erased room takes no change that was made for the old room",
        arguments: LogKind.allCases)
    func erased(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("key/a")
        try log.put("key/b", of: "other")
        _ = try fixture.words(.event("a"))
        _ = try fixture.erase("main")
        _ = try fixture.erase("silent")
        #expect(try log.settingWords() == ["other/key/b={}"])
        #expect(try log.settings().version == 4)
        #expect(try log.put("key/c", basis: 2) == .roomErased)
        #expect(try log.put("key/c", of: "silent", basis: 3) == .roomErased)
        #expect(try log.put("key/c", of: "other", basis: 2) == .made(version: 5))
        #expect(try log.put("key/c", basis: 3) == .made(version: 6))
    }

    @Test(
        "A quiet change has no number, and is not applied to an erased room",
        arguments: LogKind.allCases)
    func quiet(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let log = fixture.log
        try log.put("source/kofi")
        func keep(basis: Int64) throws -> SettingsVerdict {
            try log.change(
                SettingsChange(
                    room: "main", basis: basis,
                    writes: [.init("passed/kofi", .put("x"), basis: nil)], isQuiet: true))
        }
        #expect(try keep(basis: 1) == .made(version: 1))
        #expect(try log.settingWords() == ["main/source/kofi={}", "main/passed/kofi=x"])
        _ = try fixture.erase("main")
        #expect(try keep(basis: 1) == .roomErased)
        #expect(try log.settings().settings.isEmpty)
    }

    @Test(
        "A log that is not shared reports each change before it answers",
        arguments: [LogKind.sqlite, .memory])
    func told(kind: LogKind) throws {
        let fixture = try LogFixture(kind)
        let told = Mutex<[SettingsNews]>([])
        fixture.log.settingsChannel.follow { news in told.withLock { $0.append(news) } }
        try fixture.log.put("a", "1")
        #expect(
            told.withLock(\.self)
                == [
                    .record(
                        SettingsRecord(version: 1, room: "main", kind: .changed(["a": "1"])))
                ])
        try fixture.log.put("a", "1", basis: 0)
        _ = try fixture.erase("main")
        #expect(
            told.withLock(\.self).dropFirst()
                == [.record(SettingsRecord(version: 2, room: "main", kind: .erased))])
    }
}
