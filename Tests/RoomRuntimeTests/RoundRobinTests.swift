import TestSupport
import Testing
import Texts

@testable import RoomRuntime

@Suite("Round robin")
struct RoundRobinTests {
    private final class Member: RoundRobinMember {
        var turn: Turn?
        var served: UInt64 = 0
    }

    @Test("A few members share one slice")
    func few() {
        var rounds = RoundRobin<Member>(slices: 45, fewMembers: 64)
        let members = (0..<64).map { _ in Member() }
        for member in members { rounds.add(member) }
        #expect(rounds.count == 64)
        let first = rounds.next(after: 1000)
        #expect(first.map { rounds[$0].count } == 64)
        #expect(rounds.next(after: first ?? 0) == first.map { $0 + 45 })
    }

    @Test("Many members are spread evenly over the slices")
    func many() {
        var rounds = RoundRobin<Member>(slices: 45, fewMembers: 64)
        for _ in 0..<5000 { rounds.add(Member()) }
        let sizes = (0..<45).map { rounds[$0].count }
        // 5000 / 45 is 111.1.
        #expect(sizes.allSatisfy { (111...112).contains($0) })
        #expect(sizes.reduce(0, +) == 5000)
    }

    @Test("A member keeps its slice, and new members fill the gaps first")
    func keeping() {
        var rounds = RoundRobin<Member>(slices: 45, fewMembers: 32)
        let members = (0..<200).map { _ in Member() }
        func sizes() -> [Int] { (0..<6).map { rounds[$0].count } }
        func slice(of member: Member) -> UInt64? {
            (0..<45).first { rounds[$0].contains { $0 === member } }
        }
        for member in members[..<100] { rounds.add(member) }
        #expect(sizes() == [32, 32, 32, 4, 0, 0])
        let kept = members[50..<100].map(slice)
        for member in members[..<50] { rounds.remove(member) }
        #expect(sizes() == [0, 14, 32, 4, 0, 0])
        for member in members[100...] { rounds.add(member) }
        #expect(members[50..<100].map(slice) == kept)
        #expect(sizes() == [32, 32, 32, 32, 22, 0])
    }

    @Test("Without members there is no next turn")
    func none() {
        var rounds = RoundRobin<Member>(slices: 45, fewMembers: 64)
        #expect(rounds.next(after: 7) == nil)
        let member = Member()
        rounds.add(member)
        rounds.remove(member)
        rounds.remove(member)
        #expect(rounds.count == 0)
        #expect(rounds.next(after: 7) == nil)
    }

    @Test("Every member gets its turn once a round while members come and go", arguments: 1...20)
    func churn(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var rounds = RoundRobin<Member>(slices: 45, fewMembers: 64)
        var members: [Member] = []
        for instant: UInt64 in 1...500 {
            for _ in 0..<random.int(below: 60) {
                let member = Member()
                member.served = instant
                members.append(member)
                rounds.add(member)
            }
            for _ in 0..<min(members.count, random.int(below: 40)) {
                rounds.remove(members.remove(at: random.int(below: members.count)))
            }
            for member in rounds[instant] { member.served = instant }
            #expect(rounds.count == members.count)
            #expect(members.allSatisfy { instant - $0.served < 45 }, "seed \(seed)")
        }
    }
}
