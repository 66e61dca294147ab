import Testing
import Texts
import Wire

@testable import Server

@Suite("Which rooms have which files")
struct AssetTableTests {
    private func asset(_ digit: Text, _ bytes: Int) -> Asset {
        let digits = (0..<64).map { _ in digit.string }.joined()
        return Asset(
            name: Text("\(digits).png"), form: AssetForm(ending: "png"), bytes: bytes)
    }

    @Test("What is told of a file's size is believed so far as files go")
    func size() throws {
        let name = asset("1", 0).name
        for (told, bytes) in [("7", 7), ("-1", 0), ("1e15", Asset.mostBytes), ("0.5", 0)] {
            let json = try JSON(parsing: Array(#"{"bytes":\#(told)}"#.utf8))
            #expect(Asset(name: name, json)?.bytes == bytes, "\(told)")
        }
    }

    @Test("A file counts once, and goes with the last room that has it")
    func owners() {
        var table = AssetTable()
        let (one, two) = (asset("1", 100), asset("2", 30))
        for (asset, room) in [(two, "main"), (one, "main"), (one, "other"), (one, "other")] {
            table.add(asset, to: Text(room))
        }
        #expect(table.byteCount == 130 && table.byteCount(of: "main") == 130)
        #expect(table.byteCount(of: "other") == 100 && table.byteCount(of: "none") == 0)
        #expect(table.all(of: "main") == [one, two])
        #expect(table.remove(one.name, from: "main")?.isLast == false)
        #expect(table.remove(one.name, from: "main") == nil)
        #expect(table[one.name] == one && table.has(one.name, in: "other"))
        #expect(table.remove(one.name, from: "other")?.isLast == true)
        #expect(table[one.name] == nil && table.byteCount == 30)
        #expect(table.roomNames == ["main"] && table.names == [two.name])
    }
}
