import Testing
import Texts
import Timeline

@testable import Stage

/// The expected times were calculated by hand from docs/behaviour.md.
@Suite("Expected entry times")
struct OverviewTests {
    private func instants(_ seconds: Double?...) -> [Instant?] {
        seconds.map { $0.map(Instant.init) }
    }

    /// The times at which waiting elements enter when `room` runs on, by ID.
    private func entries(_ room: Room, until seconds: Double) -> [Text: Instant] {
        var room = room
        _ = room.takeMilestones()
        room.advance(to: Instant(seconds))
        let entered = room.takeMilestones().filter { $0.step == .entered }
        return Dictionary(entered.map { ($0.id, $0.time) }) { first, _ in first }
    }

    // Section 3: the entrance ends at 0.25 and the pop at 0.75. Two combos wait, so the rest takes
    // 3/(1 + 2/4) = 2 s, and the exit ends at 3. Bob pops until 3.75. One combo waits, so his rest
    // takes 3/(1 + 1/4) = 2.4 s, and his exit ends at 6.4.
    @Test("A waiting combo enters when the channel has finished the combos before it")
    func combos() throws {
        var script = Script { $0.gifts.channels = 1 }
        for sender: Text in ["Ann", "Bob", "Cid"] {
            try script.gift(sender, "Rose", id: sender, at: 0)
        }
        #expect(script.room.overview.queue.map(\.combo) == ["Bob", "Cid"])
        #expect(script.room.expectedEntries.combos == instants(3, 6.4))
        #expect(
            entries(script.room, until: 10) == ["Bob": Instant(3), "Cid": Instant(6.4)])
        script.room.advance(to: Instant(2.5))
        #expect(script.room.expectedEntries.combos == instants(3, 6.4))
    }

    // Section 4: an entrance takes 0.5 s, and at most four cards are shown. Card 0 ticks once at
    // 0.5 + 0.7, lingers until 2.2 and has faded at 3.2, when card 4 enters. Card 5 enters at 3.7,
    // when card 1 has faded and card 4 has entered.
    @Test("A ticker card enters after the card before it, and once fewer than four are shown")
    func cards() throws {
        var script = Script {
            $0.gifts.enabled = false
            $0.ticker.enabled = true
        }
        for number in 0..<6 { try script.gift("Ann", "Rose", id: "\(number)", at: 0) }
        #expect(script.room.overview.tickerQueue == ["1", "2", "3", "4", "5"])
        #expect(script.room.expectedEntries.cards == instants(0.5, 1, 1.5, 3.2, 3.7))
        #expect(
            entries(script.room, until: 10).mapValues(\.microseconds)
                == [
                    "1": 500_000, "2": 1_000_000, "3": 1_500_000, "4": 3_200_000, "5": 3_700_000,
                ])
    }

    // Combos and cards follow the calculations above. Section 7: one call stands at a time, for 5
    // s.
    @Test("Combos, cards and calls in one room have independent entry times")
    func together() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.ticker.enabled = true
            $0.calls.max = 1
        }
        for sender: Text in ["Ann", "Bob", "Cid"] { try script.gift(sender, "Rose", at: 0) }
        try script.call("Dan", at: 0)
        try script.control(.hold, at: 0.1)
        for name: Text in ["Eve", "Fay"] { try script.call(name, at: 0.2) }
        try script.control(.resume, at: 0.3)
        let expected = script.room.expectedEntries
        #expect(expected.combos == instants(3, 6.4))
        #expect(expected.cards == instants(0.5, 1))
        #expect(expected.calls == instants(5, 10))
        #expect(
            entries(script.room, until: 20).filter { ["Eve", "Fay"].contains($0.key) }
                == ["Eve": Instant(5), "Fay": Instant(10)])
    }

    @Test("While the room is on hold, waiting combos, cards and calls have no entry time")
    func held() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.ticker.enabled = true
        }
        try script.gift("Ann", "Rose", at: 0)
        try script.control(.hold, at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.call("Dan", at: 0)
        let expected = script.room.expectedEntries
        #expect(expected.combos == instants(nil))
        #expect(expected.cards == instants(nil))
        #expect(expected.calls == instants(nil))
    }
}

extension Room {
    /// The entry times that a complete look-ahead finds.
    fileprivate var expectedEntries: ExpectedEntries {
        var look = LookAhead(self)
        _ = look.run { true }
        return look.entries
    }
}
