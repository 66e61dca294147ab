import Testing
import Texts
import Timeline

@testable import Stage

/// Section 4 of docs/behaviour.md. All expected numbers were calculated by hand.
@Suite("Ticker")
struct TickerTests {
    /// A room with a ticker and no channels.
    private func script(_ change: (inout Configuration) -> Void = { _ in }) -> Script {
        Script {
            $0.gifts.enabled = false
            $0.ticker.enabled = true
            change(&$0)
        }
    }

    private func content(_ script: Script, _ id: Text, at seconds: Double) -> TickerContent? {
        guard case .ticker(let content)? = script.node("ticker/\(id)", at: seconds)?.content else {
            return nil
        }
        return content
    }

    private func counts(_ script: Script, at seconds: [Double]) -> [Int?] {
        seconds.map { content(script, "e1", at: $0)?.count }
    }

    // The card slides from 836 + 124 to 836, and the list then pans by 85. easeInOut is 0.5 at half
    // time.
    @Test("A card slides in at the foot of the list, and the list pans up by one card")
    func entrance() throws {
        var script = script()
        #expect(try script.gift("Ann", "Rose", at: 0) == .shown)
        let seen = [0, 0.25, 0.5, 0.65, 0.8].map { script.node("ticker/e1", at: $0) }
        #expect(seen.map { $0?.left } == [960, 898, 836, 836, 836])
        #expect(seen.map { $0?.top } == [350, 350, 350, 307.5, 265])
        #expect(seen.allSatisfy { $0?.opacity == 1 })
        #expect(content(script, "e1", at: 0.25)?.count == 1)
        #expect(content(script, "e1", at: 0.25)?.digitScale == Thousandths(1))
    }

    // The first tick is at 1.2, 0.7 s after the entrance, and further ticks follow every 0.7 s. A
    // digit changes at the dip of its pop, 0.25 s after the tick.
    @Test("A small count goes up one by one")
    func countUp() throws {
        var script = script()
        try script.gift("Ann", "Rose", 3, at: 0)
        #expect(
            counts(script, at: [1.2, 2.15 - tick, 2.15, 2.85 - tick, 2.85]) == [1, 1, 2, 2, 3])
    }

    @Test("A large count goes up in steps of a fifth and ends at the count")
    func steps() throws {
        var script = script()
        try script.gift("Ann", "Rose", 99, at: 0)
        let dips = (0..<7).map { 1.45 + 0.7 * Double($0) }
        #expect(counts(script, at: dips) == [1, 20, 39, 58, 77, 96, 99])
    }

    @Test("A digit pops to 3, dips to 0.8 and settles at 1")
    func pop() throws {
        var script = script()
        try script.gift("Ann", "Rose", 2, at: 0)
        let scales = [1.2, 1.325, 1.45, 1.7].map {
            content(script, "e1", at: $0)?.digitScale.units
        }
        #expect(scales == [1000, 3000, 800, 1000])
    }

    // A count of 3 has its last tick at 2.6. The card starts to fade 1 s later, for 1 s.
    @Test("A card fades out a second after its last tick")
    func fading() throws {
        var script = script()
        try script.gift("Ann", "Rose", 3, at: 0)
        #expect(script.node("ticker/e1", at: 3.6)?.opacity == 1)
        #expect(script.node("ticker/e1", at: 4.1)?.opacity == 0.5)
        #expect(script.node("ticker/e1", at: 4.6 - tick) != nil)
        #expect(script.node("ticker/e1", at: 4.6) == nil)
    }

    // Card 1 enters at 350 + 85. The pan that starts then ends at 85, and the next one at 170.
    @Test("A card enters after the card before it has entered, then both move up")
    func turns() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        #expect(try script.gift("Bob", "Rose", at: 0.2) == .queued(position: 1))
        #expect(script.node("ticker/e2", at: 0.5 - tick) == nil)
        #expect(script.node("ticker/e2", at: 0.5)?.left == 960)
        #expect(script.node("ticker/e2", at: 0.5)?.top == 435)
        #expect(script.node("ticker/e2", at: 0.8)?.top == 350)
        #expect(script.node("ticker/e1", at: 1.3)?.top == 180)
        #expect(script.node("ticker/e2", at: 1.3)?.top == 265)
    }

    // Card 0 would count to 99 until 5.4. Another card waits at its first tick, at 1.2, so that
    // tick is its last one, and it is gone 2 s later.
    @Test("A card finishes its count at its next tick if other cards wait")
    func hurry() throws {
        var script = script { $0.ticker.rows = 1 }
        try script.gift("Ann", "Rose", 99, at: 0)
        try script.gift("Bob", "Rose", at: 1)
        #expect(counts(script, at: [1.45 - tick, 1.45]) == [1, 99])
        #expect(script.node("ticker/e2", at: 3.2 - tick) == nil)
        #expect(script.node("ticker/e2", at: 3.2)?.left == 960)
    }

    @Test("Every gift gets a separate card")
    func unmerged() throws {
        var script = script()
        for _ in 0..<3 { try script.gift("Ann", "Rose", at: 0) }
        #expect(script.frame(at: 1).nodes.map(\.id) == ["ticker/e1", "ticker/e2", "ticker/e3"])
    }

    @Test("Without channels, a gift is refused if the ticker's queue is full")
    func full() throws {
        var script = script { $0.ticker.queueLimit = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        #expect(throws: Refusal.queueFull(limit: 1)) { try script.gift("Cid", "Rose", at: 0) }
    }

    @Test("With channels, a gift is shown there without a card if the ticker's queue is full")
    func fullBesideChannels() throws {
        var script = script {
            $0.gifts.enabled = true
            $0.ticker.queueLimit = 0
        }
        try script.gift("Ann", "Rose", at: 0)
        #expect(try script.gift("Bob", "Rose", at: 0) == .shown)
        #expect(script.frame(at: 1).nodes.map(\.id) == ["ticker/e1", "gifts/0", "gifts/1"])
    }

    @Test("While the room is on hold no card enters, and on resume the next one does")
    func held() throws {
        var script = script()
        try script.control(.hold, at: 0)
        #expect(try script.gift("Ann", "Rose", at: 0) == .queued(position: 1))
        #expect(script.frame(at: 5).nodes.isEmpty)
        try script.control(.resume, at: 5)
        #expect(script.node("ticker/e2", at: 5)?.left == 960)
    }

    @Test("A skip does not affect cards")
    func skip() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        try script.control(.skip, at: 1)
        #expect(script.node("ticker/e1", at: 1)?.opacity == 1)
    }

    @Test("After a clear, the list starts again at its first position")
    func clear() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0.1)
        try script.control(.clear, at: 1)
        #expect(script.frame(at: 1).nodes.isEmpty)
        try script.gift("Cid", "Rose", id: "c", at: 2)
        #expect(script.node("ticker/c", at: 2)?.top == 350)
    }

    // Card 0 had entered and the list had scrolled by 85, so card 1 enters at 350 again.
    @Test("Disabling the ticker empties it, and enabling it keeps the scroll position")
    func disabled() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        try script.configure(at: 1) { $0.ticker.enabled = false }
        #expect(script.frame(at: 1).nodes.isEmpty)
        #expect(try script.gift("Bob", "Rose", at: 2) == .skipped(.disabled))
        try script.configure(at: 3) { $0.ticker.enabled = true }
        try script.gift("Cid", "Rose", id: "c", at: 4)
        #expect(script.node("ticker/c", at: 4)?.top == 350)
    }
}
