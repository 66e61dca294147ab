import Testing

@testable import Transport

@Suite struct RosterTests {
    private final class Member: RosterMember {
        var position = 0
        var looks = 0
    }

    @Test func `everybody is looked at once, and who came after the look began is not`() {
        var roster = Roster<Member>()
        let members = (0..<5).map { _ in Member() }
        for member in members { roster.add(member) }
        #expect(roster.isSeen && roster.next() == nil)
        roster.beginLook()
        let late = Member()
        roster.add(late)
        #expect(!roster.isSeen)
        while let member = roster.next() { member.looks += 1 }
        #expect(roster.isSeen)
        #expect(members.map(\.looks) == [1, 1, 1, 1, 1] && late.looks == 0)
    }

    /// Each position is looked at in turn, and after each look somebody goes.
    @Test(arguments: 0..<6, 0..<6)
    func `nobody is passed over while others go`(looksBefore: Int, goes: Int) {
        var roster = Roster<Member>()
        let members = (0..<6).map { _ in Member() }
        for member in members { roster.add(member) }
        roster.beginLook()
        for _ in 0..<looksBefore { roster.next()?.looks += 1 }
        roster.remove(members[goes])
        while let member = roster.next() { member.looks += 1 }
        let stayed = members.indices.filter { $0 != goes }
        #expect(stayed.allSatisfy { members[$0].looks >= 1 })
        #expect(Set(roster.members.map(\.position)) == Set(0..<5))
        #expect(roster.members.allSatisfy { roster.members[$0.position] === $0 })
    }
}
