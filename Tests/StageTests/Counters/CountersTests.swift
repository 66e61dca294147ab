import Testing
import Texts
import Timeline

@testable import Stage

/// Section 5 of docs/behaviour.md. All expected numbers were calculated by hand.
@Suite("Counters")
struct CountersTests {
    private func text(_ script: Script, at seconds: Double, _ name: Text = "n") -> Text? {
        guard case .counter(let content)? = script.node("counter/\(name)", at: seconds)?.content
        else { return nil }
        return content.text
    }

    private func value(_ script: Script, at seconds: Double) -> Double? {
        guard case .counter(let content)? = script.node("counter/n", at: seconds)?.content else {
            return nil
        }
        return Double(content.value.units) / 100
    }

    /// The value goes from 0 to 100 in 2 s. At half time p³ is 1/8, and 1 − (1 − p)³ is 7/8.
    @Test(
        "A value follows its easing and ends exactly at its target",
        arguments: [(Easing.linear, 50), (.easeIn, 12.5), (.easeOut, 87.5)])
    func easings(easing: Easing, half: Double) throws {
        var script = Script()
        var update = CounterUpdate(to: 100)
        update.easing = easing
        try script.apply(.counter(name: "n", update), at: 1)
        #expect(value(script, at: 1) == 0)
        #expect(value(script, at: 2) == half)
        #expect(value(script, at: 3) == 100)
        #expect(value(script, at: 9) == 100)
    }

    @Test("An update's defaults are 2 s, easeOut and whole numbers")
    func defaults() throws {
        var script = Script()
        try script.apply(.counter(name: "n", CounterUpdate(to: 100)), at: 0)
        #expect(text(script, at: 1) == "87")
        #expect(text(script, at: 1.9) == "99")
        #expect(text(script, at: 2) == "100")
    }

    @Test("An addition raises the target, up to 10¹², and keeps the format")
    func added() throws {
        func adding(_ amount: Double, suffix: Text) -> Event.Kind {
            var update = CounterUpdate(to: amount)
            update.adds = true
            update.format.suffix = suffix
            return .counter(name: "n", update)
        }
        var script = Script()
        try script.apply(adding(5, suffix: " EUR"), at: 0)
        try script.apply(adding(2.5, suffix: ""), at: 0.1)
        #expect(text(script, at: 9) == "7 EUR")
        #expect(value(script, at: 9) == 7.5)
        try script.apply(adding(1e12, suffix: ""), at: 9)
        #expect(value(script, at: 12) == 1e12)
    }

    @Test("A new update starts from the current exact value and returns to the default format")
    func redirected() throws {
        var script = Script()
        var up = CounterUpdate(to: 100)
        up.easing = .linear
        up.format.style = .decimal
        up.format.prefix = "$"
        try script.apply(.counter(name: "n", up), at: 0)
        #expect(text(script, at: 0.51) == "$25.50")
        var down = CounterUpdate(to: 0)
        down.easing = .linear
        down.duration = Duration(seconds: 1)
        try script.apply(.counter(name: "n", down), at: 0.51)
        #expect(value(script, at: 0.51) == 25.5)
        #expect(value(script, at: 1.01) == 12.75)
        #expect(text(script, at: 1.01) == "12")
    }

    @Test("An update may set its start, and one without a duration jumps at once")
    func startAndJump() throws {
        var script = Script()
        var update = CounterUpdate(to: 30)
        update.from = 10
        update.easing = .linear
        try script.apply(.counter(name: "n", update), at: 0)
        #expect(value(script, at: 0.5) == 15)
        var jump = CounterUpdate(to: -7)
        jump.duration = .zero
        try script.apply(.counter(name: "n", jump), at: 0.5)
        #expect(text(script, at: 0.5) == "-7")
        #expect(!script.room.isMoving)
    }

    /// 0.125 is exactly between two hundredths, and the double 2.675 is slightly below the middle.
    @Test(
        "Integers are truncated and decimals rounded, both from the exact value",
        arguments: [
            (1.9, CounterFormat.Style.integer, "1"), (-1.9, .integer, "-1"), (-0.9, .integer, "0"),
            (0.125, .decimal, "0.13"), (-0.125, .decimal, "-0.13"), (2.675, .decimal, "2.67"),
            (-0.004, .decimal, "0.00"), (5, .decimal, "5.00"), (5.05, .decimal, "5.05"),
        ])
    func texts(value: Double, style: CounterFormat.Style, expected: Text) {
        var format = CounterFormat()
        format.style = style
        #expect(format.text(value) == expected)
    }

    @Test(
        "Grouping puts commas between thousands; prefix and suffix enclose the number",
        arguments: [
            (999, "<999>"), (1000, "<1,000>"), (-1_234_567, "<-1,234,567>"),
            (1_000_050, "<1,000,050>"),
        ])
    func grouped(value: Double, expected: Text) {
        var format = CounterFormat()
        format.grouping = true
        format.prefix = "<"
        format.suffix = ">"
        #expect(format.text(value) == expected)
    }

    // Rows are 36 high with gaps of 8, and the first row is at (24, 24).
    @Test("A counter takes the lowest free row and keeps it, and nodes are ordered by row")
    func rows() throws {
        var script = Script()
        for name: Text in ["a", "b", "c"] {
            try script.apply(.counter(name: name, CounterUpdate(to: 1)), at: 0)
        }
        try script.apply(.deleteCounter(name: "b"), at: 1)
        #expect(script.frame(at: 1).nodes.map(\.id) == ["counter/a", "counter/c"])
        #expect(script.frame(at: 1).nodes.map(\.top) == [24, 112])
        try script.apply(.counter(name: "d", CounterUpdate(to: 1)), at: 2)
        let nodes = script.frame(at: 2).nodes
        #expect(nodes.map(\.id) == ["counter/a", "counter/d", "counter/c"])
        #expect(nodes.map(\.top) == [24, 68, 112])
        #expect(nodes.allSatisfy { $0.left == 24 && $0.opacity == 1 && $0.width.units == 0 })
    }

    @Test("With `max` counters, a new one is refused and existing ones may be updated")
    func maximum() throws {
        var script = Script { $0.counters.max = 2 }
        for name: Text in ["a", "b"] {
            try script.apply(.counter(name: name, CounterUpdate(to: 1)), at: 0)
        }
        #expect(throws: Refusal.countersFull(limit: 2)) {
            try script.apply(.counter(name: "c", CounterUpdate(to: 1)), at: 1)
        }
        #expect(throws: Never.self) {
            try script.apply(.counter(name: "a", CounterUpdate(to: 5)), at: 1)
        }
        #expect(throws: Refusal.noSuchCounter("c")) {
            try script.apply(.deleteCounter(name: "c"), at: 1)
        }
    }

    @Test(
        "Counters ignore a hold, a skip and a clear",
        arguments: [Event.Control.hold, .skip, .clear])
    func controls(control: Event.Control) throws {
        var script = Script()
        try script.apply(.counter(name: "n", CounterUpdate(to: 100)), at: 0)
        try script.control(control, at: 0.5)
        #expect(text(script, at: 1) == "87")
        try script.apply(.counter(name: "m", CounterUpdate(to: 1)), at: 1)
        #expect(script.frame(at: 1).nodes.count == 2)
    }

    @Test("Disabling counters removes them for good and skips updates")
    func disabled() throws {
        var script = Script()
        try script.apply(.counter(name: "n", CounterUpdate(to: 100)), at: 0)
        try script.configure(at: 1) { $0.counters.enabled = false }
        #expect(script.frame(at: 1).nodes.isEmpty)
        let outcome = try script.apply(.counter(name: "n", CounterUpdate(to: 1)), at: 2)
        #expect(outcome == .skipped(.disabled))
        try script.configure(at: 3) { $0.counters.enabled = true }
        #expect(script.frame(at: 3).nodes.isEmpty)
    }
}
