import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Reports of the same gifts")
struct ReportsTests {
    private struct Told {
        var reporter: Text
        var count = 1
        var subject: Text = "s"
        var role = GiftReport.Role.counts
        var seconds: Int64 = 0

        func note(_ reports: inout Reports, id: Text) -> Int {
            reports.note(
                GiftReport(
                    subject: subject, reporter: reporter, role: role,
                    wallMicroseconds: seconds * 1_000_000),
                id: id, count: count)
        }
    }

    /// What each report adds.
    private func added(_ told: [Told]) -> [Int] {
        var reports = Reports()
        return told.enumerated().map { $1.note(&reports, id: "e\($0)") }
    }

    @Test("A gift bomb and its recipients count once, in any order")
    func bomb() {
        let bomb = Told(reporter: "given", count: 3)
        let recipient = Told(reporter: "received")
        #expect(added([bomb, recipient, recipient, recipient]) == [3, 0, 0, 0])
        #expect(added([recipient, recipient, bomb, recipient]) == [1, 1, 1, 0])
        #expect(added([recipient, recipient, recipient, bomb]) == [1, 1, 1, 0])
        #expect(added([bomb, bomb, recipient]) == [3, 3, 0])
        #expect(added([recipient, recipient]) == [1, 1])
    }

    @Test("A waiting recipient counts with its bomb, or when it is released, and never twice")
    func waiting() {
        let bomb = Told(reporter: "given", count: 2)
        let recipient = Told(reporter: "received", role: .waits)
        func release(_ id: Text) -> Told { Told(reporter: "received", role: .releases(id)) }
        #expect(added([recipient, recipient, bomb]) == [0, 0, 2])
        #expect(added([recipient, bomb, recipient]) == [0, 2, 0])
        #expect(added([bomb, recipient, recipient]) == [2, 0, 0])
        #expect(added([recipient, release("e0"), release("e0")]) == [0, 1, 0])
        #expect(added([recipient, release("e0"), bomb]) == [0, 1, 1])
        #expect(added([recipient, bomb, release("e0")]) == [0, 2, 0])
        #expect(added([recipient, release("other")]) == [0, 0])
    }

    /// The first event of an earlier delivery that reported all gifts of each report, asked before and after it.
    private func firsts(_ told: [Told]) -> [Text?] {
        var reports = Reports()
        return told.enumerated().map { place, one in
            let id: Text = "e\(place)"
            let report = GiftReport(
                subject: one.subject, reporter: one.reporter, role: one.role, wallMicroseconds: 0)
            let first = reports.first(reporting: report, id: id, count: one.count)
            _ = one.note(&reports, id: id)
            #expect(reports.first(reporting: report, id: id, count: one.count) == first)
            return first
        }
    }

    @Test("A report whose gifts were all reported before names the first event about them")
    func first() {
        let cheer = Told(reporter: "a", count: 100)
        var other = cheer
        other.reporter = "b"
        #expect(firsts([cheer, other]) == [nil, "e0"])
        // A second report of one reporter counts new gifts.
        #expect(firsts([cheer, cheer, other, other]) == [nil, nil, "e0", "e1"])
        let bomb = Told(reporter: "given", count: 2)
        let recipient = Told(reporter: "received", role: .waits)
        #expect(firsts([recipient, bomb, recipient]) == [nil, nil, "e1"])
        let released = Told(reporter: "received", role: .releases("e0"))
        #expect(firsts([recipient, released, bomb]).last == .some(nil))
    }

    @Test("Reports more than ten minutes apart are of different gifts")
    func apart() {
        var late = Told(reporter: "b")
        late.seconds = 600
        #expect(added([Told(reporter: "a"), late]) == [1, 0])
        late.seconds = 601
        #expect(added([Told(reporter: "a"), late]) == [1, 1])
        // A gift that waits is not forgotten: the server may have been down.
        var release = Told(reporter: "a", role: .releases("e0"))
        release.seconds = 9000
        #expect(added([Told(reporter: "a", role: .waits), late, release]) == [0, 1, 1])
    }

    @Test("Three reporters of one cheer count it once, and its repetition again")
    func cheers() {
        let all = ["a", "b", "c"].map { Told(reporter: $0, count: 100) }
        #expect(added(all) == [100, 0, 0])
        #expect(added([all[0], all[0], all[1], all[2], all[1], all[2]]) == [100, 100, 0, 0, 0, 0])
        var other = all[1]
        other.subject = "t"
        #expect(added([all[0], other]) == [100, 100])
    }

    @Test("Reports survive a snapshot")
    func snapshot() throws {
        var room = Room()
        let kinds: [(Text, GiftReport.Role, Int)] = [
            ("given", .counts, 3), ("received", .waits, 1),
        ]
        for (place, (reporter, role, count)) in kinds.enumerated() {
            let gift = Gift(
                sender: Person(name: "Ann"), item: GiftItem(name: "Sub"), count: count,
                report: GiftReport(
                    subject: "s\(place)", reporter: reporter, role: role,
                    wallMicroseconds: 1_000_000))
            _ = try room.apply(
                Event(seq: Int64(place) + 1, id: "e\(place)", kind: .gift(gift)), at: .zero)
        }
        let again = Room(configuration: room.configuration, state: room.state)
        #expect(again.streaks == room.streaks)
        #expect(again.waitingReports(since: 1_000_000) == ["e1"])
        #expect(again.waitingReports(since: 999_999) == [])
    }
}
