import Journal
import Testing
import Texts

@testable import Server

@Suite("Changes of shared files")
struct FileLedgerTests {
    private func change(_ number: Int64) -> FileChange {
        FileChange(number: number, kind: .erased(room: "r\(number)"))
    }

    /// The numbers of the changes to apply.
    private func numbers(_ kinds: [FileChange.Kind]?) -> [Int64]? {
        kinds?.map { kind in
            if case .erased(let room) = kind { Int64(room.string.dropFirst()) ?? 0 } else { 0 }
        }
    }

    @Test("Each change is applied once and in order")
    func order() {
        var ledger = FileLedger()
        #expect(ledger.isBehind)
        #expect(numbers(ledger.begin(at: 4)) == [] && !ledger.isBehind)
        #expect(ledger.note(change(6)) == [] && ledger.isBehind)
        #expect(numbers(ledger.note(change(5))) == [5, 6])
        #expect(ledger.number == 6 && !ledger.isBehind)
        #expect(numbers(ledger.note(change(7))) == [7])
        for number: Int64 in [7, 5] { #expect(ledger.note(change(number)) == []) }
        #expect(ledger.note(change(9)) == [] && ledger.isBehind)
        #expect(numbers(ledger.note(change(8))) == [8, 9])
        #expect(!ledger.isBehind)
    }

    @Test("A read does not undo later changes, unless the log may have lost them")
    func reading() {
        var ledger = FileLedger()
        #expect(numbers(ledger.begin(at: 7)) == [])
        _ = ledger.note(change(8))
        #expect(ledger.begin(at: 7) == nil && ledger.number == 8)
        _ = ledger.note(change(11))
        #expect(numbers(ledger.begin(at: 10)) == [11])
        _ = ledger.note(change(13))
        ledger.doubt()
        #expect(ledger.isBehind && ledger.number == nil)
        #expect(numbers(ledger.begin(at: 3)) == [])
        #expect(numbers(ledger.note(change(4))) == [4])
    }

    @Test("If very many changes are missing, everything is read again")
    func tooMany() {
        var ledger = FileLedger()
        _ = ledger.begin(at: 0)
        for number: Int64 in 2...5000 { _ = ledger.note(change(number)) }
        #expect(ledger.number == nil)
        #expect(numbers(ledger.begin(at: 4999)) == [] && ledger.isBehind)
        #expect(numbers(ledger.begin(at: 5000)) == [] && !ledger.isBehind)
    }

    @Test("After a doubt, changes wait until everything is read")
    func otherRun() {
        var ledger = FileLedger()
        _ = ledger.begin(at: 3)
        let before = ledger.place
        ledger.doubt()
        #expect(ledger.doubts(before))
        #expect(ledger.note(change(4)) == [])
        #expect(numbers(ledger.begin(at: 3)) == [] && ledger.isBehind)
        #expect(!ledger.doubts(ledger.place))
        #expect(numbers(ledger.note(change(4))) == [4] && ledger.isBehind)
        ledger.end(at: ledger.place)
        #expect(!ledger.isBehind)
    }

    @Test("A missing change is forgotten unless it came after the check began")
    func nothingNewer() {
        var ledger = FileLedger()
        _ = ledger.begin(at: 3)
        let before = ledger.place
        _ = ledger.note(change(5))
        ledger.end(at: before)
        #expect(ledger.isBehind)
        ledger.end(at: ledger.place)
        #expect(!ledger.isBehind && ledger.number == 3)
        #expect(numbers(ledger.note(change(4))) == [4])
        #expect(ledger.number == 4)
    }
}
