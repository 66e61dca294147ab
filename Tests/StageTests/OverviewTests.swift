import Testing
import Texts
import Timeline

@testable import Stage

/// Expected entries, worked out by hand from the specification.
@Suite("What waits, and until when")
struct OverviewTests {
    private func instants(_ seconds: Double?...) -> [Instant?] {
        seconds.map { $0.map(Instant.init) }
    }

    /// The instants at which what waits in `room` enters, as it is run on: ids in order.
    private func entries(_ room: Room, until seconds: Double) -> [Text: Instant] {
        var room = room
        _ = room.takeMilestones()
        room.advance(to: Instant(seconds))
        let entered = room.takeMilestones().filter { $0.step == .entered }
        return Dictionary(entered.map { ($0.id, $0.time) }) { first, _ in first }
    }

    // Section 3: entrance to 0.25, pop to 0.75; two wait, so the rest is 3/(1 + 2/4) = 2 s, the exit
    // ends at 3. From there 0.75 s more; one waits, so the rest is 3/(1 + 1/4) = 2.4 s, to 6.4.
    @Test("Combos enter when the channel has finished with those before them")
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

    // Section 4: a card enters when the one before has entered (0.5 s each), and four are there at
    // most. Card 0 ticks once at 0.5 + 0.7, lingers to 2.2 and has faded at 3.2; then card 4 enters,
    // and card 5 when card 1 has gone and card 4 has entered, both at 3.7.
    @Test("The ticker's cards enter one after the other, and when the oldest have gone")
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

    // As above, each for itself; the calls as in section 7: at most one stands, for 5 s.
    @Test("Combos, cards and calls are told of each for themselves, in one room")
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

    @Test("What waits for somebody to resume has no instant")
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
    /// Seen to the end.
    fileprivate var expectedEntries: ExpectedEntries {
        var look = LookAhead(self)
        _ = look.run { true }
        return look.entries
    }
}
