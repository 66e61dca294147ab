import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Waiting calls")
struct CallsWaitingTests {
    /// A room on hold in which Ann stands from 0 s and the other callers wait from 1 s.
    private func held(_ names: Text..., max: Int = 3) throws -> Script {
        var script = Script { $0.calls.max = max }
        try script.call("Ann", at: 0)
        try script.control(.hold, at: 1)
        for (index, name) in names.enumerated() {
            #expect(try script.call(name, at: 1) == .queued(position: index + 1))
        }
        return script
    }

    @Test("While the room is on hold, new calls wait and standing calls continue")
    func hold() throws {
        let script = try held("Bob")
        #expect(script.standing(at: 4) == ["Ann"])
        #expect(script.standing(at: 10) == [])
    }

    @Test("On resume, calls enter in order while fewer than `max` cards stand")
    func resume() throws {
        var script = try held("Bob", "Cid", "Dan", "Eve")
        try script.control(.resume, at: 2)
        #expect(script.standing(at: 2) == ["Ann", "Bob", "Cid"])
        // Each card stands for 5 s. Dan and Eve enter when earlier cards leave.
        #expect(script.standing(at: 5) == ["Bob", "Cid", "Dan"])
        #expect(script.standing(at: 7) == ["Dan", "Eve"])
        #expect(script.standing(at: 10) == ["Eve"])
    }

    @Test("A waiting call enters when a card starts to leave")
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

    @Test("New calls wait behind waiting calls")
    func newOnesWait() throws {
        var script = try held("Bob", "Cid", max: 1)
        try script.control(.resume, at: 2)
        #expect(try script.call("Dan", at: 3) == .queued(position: 3))
        #expect(script.standing(at: 3) == ["Ann"])
        // Ann leaves at 5, Bob at 10, Cid at 15.
        #expect(script.standing(at: 5) == ["Bob"])
        #expect(script.standing(at: 10) == ["Cid"])
        #expect(script.standing(at: 15) == ["Dan"])
        // With an empty queue, a new call pushes the oldest out.
        #expect(try script.call("Eve", at: 16) == .shown)
        #expect(script.standing(at: 16) == ["Eve"])
    }

    @Test("Dismissing a waiting call removes it from the queue")
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

    @Test("After a skip, waiting calls enter unless the room is on hold")
    func skip() throws {
        var script = try held("Bob", max: 1)
        try script.control(.resume, at: 2)
        try script.control(.skip, at: 2)
        #expect(script.standing(at: 2) == ["Bob"])

        var stillHeld = try held("Bob")
        try stillHeld.control(.skip, at: 2)
        #expect(stillHeld.standing(at: 2) == [])
    }

    @Test("A clear removes waiting calls")
    func clear() throws {
        var script = try held("Bob")
        try script.control(.clear, at: 2)
        #expect(script.frame(at: 2).nodes.isEmpty)
        try script.control(.resume, at: 3)
        #expect(script.frame(at: 3).nodes.isEmpty)
    }

    @Test("The queue holds 1,000 calls and refuses one more")
    func limit() throws {
        var script = try held()
        for index in 1...1000 { try script.call("Bob \(index)", at: 1) }
        let before = script.room
        #expect(throws: Refusal.callsFull(limit: 1000)) { try script.call("Cid", at: 1) }
        #expect(script.room == before)
    }

    // MARK: Configuration

    @Test("With a lower `max`, the oldest surplus cards leave at once and together")
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

    @Test("With a higher `max`, waiting calls enter at once")
    func higherMax() throws {
        var script = try held("Bob", "Cid", max: 1)
        try script.control(.resume, at: 2)
        try script.configure(at: 3) { $0.calls.max = 2 }
        #expect(script.standing(at: 3) == ["Ann", "Bob"])
    }

    @Test("New sizes apply at once, also to a moving card")
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
        // Ann has an eighth of her way left from slot 0 (110) to the exit (60), and Bob an eighth
        // of the pitch to slot 0.
        #expect(script.card("Ann", at: 1.25)?.top == 66.25)
        let bob = try #require(script.card("Bob", at: 1.25))
        #expect(bob.top == 120)
        #expect(bob.left == 450)
        #expect(bob.width == Hundredths(100) && bob.height == Hundredths(40))
        #expect(script.card("Bob", at: 1.5)?.top == 110)
    }

    @Test("New durations apply to segments that start later")
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

    @Test("Disabling calls empties the stage at once and skips new calls")
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
