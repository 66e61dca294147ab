import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Calls that wait")
struct CallsWaitingTests {
    /// A held room in which Ann stands from 0 on and the others wait since 1.
    private func held(_ names: Text..., max: Int = 3) throws -> Script {
        var script = Script { $0.calls.max = max }
        try script.call("Ann", at: 0)
        try script.control(.hold, at: 1)
        for (index, name) in names.enumerated() {
            #expect(try script.call(name, at: 1) == .queued(position: index + 1))
        }
        return script
    }

    @Test("While the room is held new calls wait, and those shown go on")
    func hold() throws {
        let script = try held("Bob")
        #expect(script.standing(at: 4) == ["Ann"])
        #expect(script.standing(at: 10) == [])
    }

    @Test("On resume calls enter in order while fewer than max stand")
    func resume() throws {
        var script = try held("Bob", "Cid", "Dan", "Eve")
        try script.control(.resume, at: 2)
        #expect(script.standing(at: 2) == ["Ann", "Bob", "Cid"])
        // Each stands 5 s from its arrival on the stage; Dan and Eve enter as others leave.
        #expect(script.standing(at: 5) == ["Bob", "Cid", "Dan"])
        #expect(script.standing(at: 7) == ["Dan", "Eve"])
        #expect(script.standing(at: 10) == ["Eve"])
    }

    @Test("A call that waits enters when a card starts to leave")
    func entersOnLeaving() throws {
        var script = try held("Bob", max: 1)
        try script.control(.resume, at: 2)
        #expect(script.standing(at: 2) == ["Ann"])
        try script.apply(.dismiss(call: "Ann"), at: 3)
        #expect(script.standing(at: 3) == ["Bob"])
        #expect(script.card("Ann", at: 3)?.call?.leaving == true)
        // Ann slides out from 17, so Bob appears one pitch below.
        #expect(script.card("Bob", at: 3)?.top == 75)
    }

    @Test("While any call waits new ones wait behind it")
    func newOnesWait() throws {
        var script = try held("Bob", "Cid", max: 1)
        try script.control(.resume, at: 2)
        #expect(try script.call("Dan", at: 3) == .queued(position: 3))
        #expect(script.standing(at: 3) == ["Ann"])
        // Ann leaves at 5, Bob at 10, Cid at 15.
        #expect(script.standing(at: 5) == ["Bob"])
        #expect(script.standing(at: 10) == ["Cid"])
        #expect(script.standing(at: 15) == ["Dan"])
        // Once nothing waits a new call pushes the oldest out.
        #expect(try script.call("Eve", at: 16) == .shown)
        #expect(script.standing(at: 16) == ["Eve"])
    }

    @Test("A dismissal of a waiting call takes it out of the wait")
    func dismissWaiting() throws {
        var script = try held("Bob", "Cid")
        #expect(try script.apply(.dismiss(call: "Bob"), at: 2) == .applied)
        try script.control(.resume, at: 2)
        #expect(script.standing(at: 2) == ["Ann", "Cid"])
    }

    @Test("A waiting call can't be tapped")
    func tapWaiting() throws {
        var script = try held("Bob")
        #expect(throws: Refusal.callWaits("Bob")) { try script.apply(.tap(call: "Bob"), at: 2) }
    }

    @Test("A skip empties the stage, and what waits enters unless the room is held")
    func skip() throws {
        var script = try held("Bob", max: 1)
        try script.control(.resume, at: 2)
        try script.control(.skip, at: 2)
        #expect(script.standing(at: 2) == ["Bob"])

        var stillHeld = try held("Bob")
        try stillHeld.control(.skip, at: 2)
        #expect(stillHeld.standing(at: 2) == [])
    }

    @Test("A clear empties the wait")
    func clear() throws {
        var script = try held("Bob")
        try script.control(.clear, at: 2)
        #expect(script.frame(at: 2).nodes.isEmpty)
        try script.control(.resume, at: 3)
        #expect(script.frame(at: 3).nodes.isEmpty)
    }

    @Test("The wait holds a thousand calls and refuses one more")
    func limit() throws {
        var script = try held()
        for index in 1...1000 { try script.call("Bob \(index)", at: 1) }
        let before = script.room
        #expect(throws: Refusal.callsFull(limit: 1000)) { try script.call("Cid", at: 1) }
        #expect(script.room == before)
    }

    // MARK: Configuration

    @Test("A lower max: the oldest surplus cards leave at once, as one")
    func lowerMax() throws {
        var script = Script()
        for name: Text in ["Ann", "Bob", "Cid"] { try script.call(name, at: 0) }
        try script.configure(at: 1) { $0.calls.max = 1 }
        #expect(script.standing(at: 1) == ["Cid"])
        #expect(script.card("Ann", at: 1.25)?.top == -39.88)
        #expect(script.card("Bob", at: 1.25)?.top == 75)
        // 133 − 116·0.875.
        #expect(script.card("Cid", at: 1.25)?.top == 31.5)
    }

    @Test("A higher max lets waiting calls in at once")
    func higherMax() throws {
        var script = try held("Bob", "Cid", max: 1)
        try script.control(.resume, at: 2)
        try script.configure(at: 3) { $0.calls.max = 2 }
        #expect(script.standing(at: 3) == ["Ann", "Bob"])
    }

    @Test("Sizes apply at once, to a card on its way too")
    func sizesAtOnce() throws {
        var script = Script()
        try script.call("Ann", at: 0)
        try script.call("Bob", at: 0)
        try script.apply(.dismiss(call: "Ann"), at: 1)
        try script.configure(at: 1.25) {
            $0.calls.y = 100
            $0.calls.top = 10
            $0.calls.pitch = 80
            $0.calls.height = 40
            $0.calls.width = 100
            $0.stage.width = 1000
        }
        // Ann has an eighth of the way from slot 0 (110) to out (60) left, Bob an eighth of the
        // pitch to slot 0.
        #expect(script.card("Ann", at: 1.25)?.top == 66.25)
        let bob = try #require(script.card("Bob", at: 1.25))
        #expect(bob.top == 120)
        #expect(bob.left == 450)
        #expect(bob.width == Hundredths(100) && bob.height == Hundredths(40))
        #expect(script.card("Bob", at: 1.5)?.top == 110)
    }

    @Test("Durations apply to segments that start afterwards")
    func durationsLater() throws {
        var script = Script()
        try script.call("Ann", at: 0)
        try script.configure(at: 0.1) {
            $0.calls.entrance = Duration(seconds: 2)
            $0.calls.vanish = Duration(seconds: 1)
            $0.calls.move = Duration(seconds: 1)
        }
        #expect(script.card("Ann", at: 0.2)?.opacity == 1)
        #expect(script.standing(at: 5 - tick) == ["Ann"])
        #expect(script.card("Ann", at: 5.5)?.opacity == 0.5)
        #expect(script.card("Ann", at: 6) == nil)
    }

    @Test("Switched off, the stage is empty at once and events are skipped")
    func disabled() throws {
        var script = try held("Bob")
        try script.configure(at: 2) { $0.calls.enabled = false }
        #expect(script.frame(at: 2).nodes.isEmpty)
        #expect(try script.call("Cid", at: 2) == .skipped(.disabled))
        try script.configure(at: 3) { $0.calls.enabled = true }
        try script.control(.resume, at: 3)
        #expect(script.frame(at: 3).nodes.isEmpty)
        #expect(try script.call("Dan", at: 3) == .shown)
    }
}
