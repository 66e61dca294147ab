import Testing
import Texts

@testable import Server

@Suite("Turns")
struct TurnsTests {
    private final class Member: TurnTaker {
        var turn: Turn?
        var served: UInt64 = 0
    }

    @Test("Few have their turn together, once a round")
    func few() {
        var turns = Turns<Member>(slices: 45)
        let members = (0..<64).map { _ in Member() }
        for member in members { turns.add(member) }
        #expect(turns.count == 64)
        let first = turns.next(after: 1000)
        #expect(first.map { turns[$0].count } == 64)
        #expect(turns.next(after: first ?? 0) == first.map { $0 + 45 })
    }

    @Test("Many are spread evenly over the round")
    func many() {
        var turns = Turns<Member>(slices: 45)
        for _ in 0..<5000 { turns.add(Member()) }
        let sizes = (0..<45).map { turns[$0].count }
        // 5000 / 45 is 111.1.
        #expect(sizes.allSatisfy { (111...112).contains($0) })
        #expect(sizes.reduce(0, +) == 5000)
    }

    @Test("Nobody has a turn among none")
    func none() {
        var turns = Turns<Member>(slices: 45)
        #expect(turns.next(after: 7) == nil)
        let member = Member()
        turns.add(member)
        turns.remove(member)
        turns.remove(member)
        #expect(turns.count == 0)
        #expect(turns.next(after: 7) == nil)
    }

    @Test("However many come and go, nobody waits longer than a round", arguments: 1...20)
    func churn(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var turns = Turns<Member>(slices: 45)
        var members: [Member] = []
        for instant: UInt64 in 1...500 {
            for _ in 0..<random.next(below: 60) {
                let member = Member()
                member.served = instant
                members.append(member)
                turns.add(member)
            }
            for _ in 0..<min(members.count, random.next(below: 40)) {
                turns.remove(members.remove(at: random.next(below: members.count)))
            }
            for member in turns[instant] { member.served = instant }
            #expect(turns.count == members.count)
            #expect(members.allSatisfy { instant - $0.served < 45 }, "seed \(seed)")
        }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next(below limit: Int) -> Int {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return Int((mixed ^ mixed >> 31) % UInt64(limit))
        }
    }
}
