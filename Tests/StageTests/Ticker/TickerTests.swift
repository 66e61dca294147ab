import Testing
import Texts
import Timeline

@testable import Stage

/// Section 4 of the behaviour contract; all numbers are worked out by hand.
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

    // It slides from 836 + 124 to 836; the list then pans by 85. easeInOut is a half at the half.
    @Test("A card slides in at the list's foot, and the list pans up by one card")
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

    // The first tick is 0.7 s after the entrance, at 1.2, the next ones every 0.7 s; a digit changes
    // when its pop has dipped, 0.25 s later.
    @Test("A small count is counted one by one")
    func countUp() throws {
        var script = script()
        try script.gift("Ann", "Rose", 3, at: 0)
        #expect(
            counts(script, at: [1.2, 2.15 - tick, 2.15, 2.85 - tick, 2.85]) == [1, 1, 2, 2, 3])
    }

    @Test("A large count is shown in steps of a fifth, and ends at the count")
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

    // The last tick of 3 is at 2.6; 1 s later the card fades for 1 s.
    @Test("A card fades a second after its last tick, and is gone")
    func fading() throws {
        var script = script()
        try script.gift("Ann", "Rose", 3, at: 0)
        #expect(script.node("ticker/e1", at: 3.6)?.opacity == 1)
        #expect(script.node("ticker/e1", at: 4.1)?.opacity == 0.5)
        #expect(script.node("ticker/e1", at: 4.6 - tick) != nil)
        #expect(script.node("ticker/e1", at: 4.6) == nil)
    }

    // Card 1 comes in at 350 + 85; the pan that begins then goes to 85, the next one to 170.
    @Test("A card waits until the one before has entered, then both move up")
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

    // Card 0 would count to 99 until 5.4. At its first tick, at 1.2, one waits: that tick is its
    // last, and it is gone 2 s later.
    @Test("A card that others wait for counts to its end at once, and lets them in")
    func hurry() throws {
        var script = script { $0.ticker.rows = 1 }
        try script.gift("Ann", "Rose", 99, at: 0)
        try script.gift("Bob", "Rose", at: 1)
        #expect(counts(script, at: [1.45 - tick, 1.45]) == [1, 99])
        #expect(script.node("ticker/e2", at: 3.2 - tick) == nil)
        #expect(script.node("ticker/e2", at: 3.2)?.left == 960)
    }

    @Test("Every gift makes a card of its own, and none is merged")
    func unmerged() throws {
        var script = script()
        for _ in 0..<3 { try script.gift("Ann", "Rose", at: 0) }
        #expect(script.frame(at: 1).nodes.map(\.id) == ["ticker/e1", "ticker/e2", "ticker/e3"])
    }

    @Test("Without channels a gift that finds the wait full is refused")
    func full() throws {
        var script = script { $0.ticker.queueLimit = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        #expect(throws: Refusal.queueFull(limit: 1)) { try script.gift("Cid", "Rose", at: 0) }
    }

    @Test("With channels it is shown there, and gets no card")
    func fullBesideChannels() throws {
        var script = script {
            $0.gifts.enabled = true
            $0.ticker.queueLimit = 0
        }
        try script.gift("Ann", "Rose", at: 0)
        #expect(try script.gift("Bob", "Rose", at: 0) == .shown)
        #expect(script.frame(at: 1).nodes.map(\.id) == ["ticker/e1", "gifts/0", "gifts/1"])
    }

    @Test("While the room is held no card enters, and on resume the next one does")
    func held() throws {
        var script = script()
        try script.control(.hold, at: 0)
        #expect(try script.gift("Ann", "Rose", at: 0) == .queued(position: 1))
        #expect(script.frame(at: 5).nodes.isEmpty)
        try script.control(.resume, at: 5)
        #expect(script.node("ticker/e2", at: 5)?.left == 960)
    }

    @Test("A skip leaves cards alone")
    func skip() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        try script.control(.skip, at: 1)
        #expect(script.node("ticker/e1", at: 1)?.opacity == 1)
    }

    @Test("After a clear the list begins anew, at its first place")
    func clear() throws {
        var script = script()
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0.1)
        try script.control(.clear, at: 1)
        #expect(script.frame(at: 1).nodes.isEmpty)
        try script.gift("Cid", "Rose", id: "c", at: 2)
        #expect(script.node("ticker/c", at: 2)?.top == 350)
    }

    // Card 0 entered, so N is 1, and the list was scrolled by 85: card 1 comes in at 350 again.
    @Test("Switched off, the stage is empty, and the list goes on where it was once it is on")
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
