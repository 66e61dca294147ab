import Journal
import Testing
import Texts
import Wire

@testable import Assets

@Suite("Files by room")
struct AssetTableTests {
    private func asset(_ digit: Text, _ bytes: Int) -> Asset {
        let digits = (0..<64).map { _ in digit.string }.joined()
        return Asset(
            name: Text("\(digits).png"), form: AssetForm(ending: "png"), bytes: bytes)
    }

    @Test("A stored file size is limited to the valid range")
    func size() throws {
        let name = asset("1", 0).name
        for (stored, bytes) in [("7", 7), ("-1", 0), ("1e15", Asset.mostBytes), ("0.5", 0)] {
            let json = try JSON(parsing: Array(#"{"bytes":\#(stored)}"#.utf8))
            #expect(Asset(name: name, json)?.bytes == bytes, "\(stored)")
        }
    }

    @Test("A file counts once and is removed with the last room that has it")
    func owners() {
        var table = AssetTable()
        let (one, two) = (asset("1", 10_000), asset("2", 4097))
        for (asset, room) in [(two, "main"), (one, "main"), (one, "other"), (one, "other")] {
            table.add(asset, to: Text(room))
        }
        #expect(table.byteCount == 14_097)
        #expect(table.all(of: "main") == [one, two])
        #expect(table.remove(one.name, from: "main")?.isLast == false)
        #expect(table.remove(one.name, from: "main") == nil)
        #expect(table[one.name] == one && table.has(one.name, in: "other"))
        #expect(table.remove(one.name, from: "other")?.isLast == true)
        #expect(table[one.name] == nil && table.byteCount == 4097)
        #expect(table.names == [two.name])
    }

    @Test("A small file counts as 4,096 bytes and frees as many")
    func small() {
        var table = AssetTable()
        for (index, bytes) in [0, 1, 4096].enumerated() {
            table.add(asset("\(index)", bytes), to: "main")
        }
        #expect(table.byteCount == 3 * 4096)
        for asset in table.all(of: "main") { _ = table.remove(asset.name, from: "main") }
        #expect(table.byteCount == 0)
    }

    @Test("A shared file is read from its setting, unless its details are unreadable")
    func shared() {
        let asset = asset("1", 5000)
        func setting(_ name: Text, _ value: Text) -> Setting {
            Setting(room: "main", name: name, value: value, version: 1)
        }
        func file(_ details: Text) -> Setting {
            let file = StoredFile(
                room: "main", name: asset.name, byteCount: 5000, details: details)
            return setting(file.settingName, file.settingValue)
        }
        #expect(Asset(file(#"{"bytes":5000}"#)) == asset)
        #expect(Asset(file("{")) == nil)
        #expect(Asset(setting("file/" + asset.name, #"{"bytes":5000}"#)) == nil)
        #expect(Asset(setting("key/" + asset.name, #"5000 {"bytes":5000}"#)) == nil)
    }
}
