import Testing

@testable import Transport

@Suite("Roster")
struct RosterTests {
    private final class Member: RosterMember {
        var position = 0
        var visits = 0
    }

    @Test("A round visits every member once, except members that joined after it began")
    func oneRound() {
        var roster = Roster<Member>()
        let members = (0..<5).map { _ in Member() }
        for member in members { roster.add(member) }
        #expect(roster.isSeen && roster.next() == nil)
        roster.beginLook()
        let late = Member()
        roster.add(late)
        #expect(!roster.isSeen)
        while let member = roster.next() { member.visits += 1 }
        #expect(roster.isSeen)
        #expect(members.map(\.visits) == [1, 1, 1, 1, 1] && late.visits == 0)
    }

    @Test(
        "Removing a member during a round skips no other member", arguments: 0..<6, 0..<6)
    func removalDuringRound(visitsBefore: Int, removed: Int) {
        var roster = Roster<Member>()
        let members = (0..<6).map { _ in Member() }
        for member in members { roster.add(member) }
        roster.beginLook()
        for _ in 0..<visitsBefore { roster.next()?.visits += 1 }
        roster.remove(members[removed])
        while let member = roster.next() { member.visits += 1 }
        let others = members.indices.filter { $0 != removed }
        #expect(others.allSatisfy { members[$0].visits >= 1 })
        #expect(Set(roster.members.map(\.position)) == Set(0..<5))
        #expect(roster.members.allSatisfy { roster.members[$0.position] === $0 })
    }
}
