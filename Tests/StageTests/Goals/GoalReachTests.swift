import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

/// When a goal is reached: amount and shown value are both at least the target. The shown value takes 1 s,
/// `easeOut`.
struct GoalReachTests {
    private var script = Script { $0.sounds.goal = "/goal" }

    private func goal(target: Double, start: Int64? = nil) -> Event.Kind {
        var update = GoalUpdate(title: "t", target: target)
        update.start = start
        return .goal(name: "g", update)
    }

    private func content(_ script: Script, at instant: Instant) -> GoalContent? {
        let node = script.frame(at: instant).nodes.first { $0.id == "goal/g" }
        guard case .goal(let content)? = node?.content else { return nil }
        return content
    }

    private func cues(_ script: Script, until instant: Instant) -> [Instant] {
        var room = script.room
        room.advance(to: instant)
        return room.takeCues().filter { $0.cause == .goal }.map(\.time)
    }

    // From 0 to 16, half of it: 1 − ∛(8/16) = 0.206299474… of 1 s.
    @Test("A gift's goal is reached when the shown value comes to the target, and is heard then")
    func byGift() throws {
        var script = script
        try script.apply(goal(target: 8), at: 0)
        try script.gift("Ann", "rose", 16, at: 1)
        let arrival = Instant(microseconds: 1_206_300)
        let before = content(script, at: Instant(microseconds: 1_206_299))
        #expect(before?.reached == false && before?.reachedAt == nil)
        let after = content(script, at: arrival)
        #expect(after?.reached == true && after?.reachedAt == arrival)
        #expect(content(script, at: Instant(9))?.reachedAt == arrival)
        #expect(cues(script, until: Instant(9)) == [arrival])
    }

    @Test("A goal that is met exactly is reached at the end of its ease")
    func exact() throws {
        var script = script
        try script.apply(goal(target: 3), at: 0)
        try script.gift("Ann", "rose", 3, at: 1)
        #expect(content(script, at: Instant(1.9))?.reached == false)
        #expect(content(script, at: Instant(2))?.reachedAt == Instant(2))
    }

    @Test("Without an ease, a goal is reached at the instant of the gift")
    func immediate() throws {
        var script = Script {
            $0.sounds.goal = "/goal"
            $0.goals.ease = .zero
        }
        try script.apply(goal(target: 3), at: 0)
        try script.gift("Ann", "rose", 3, at: 1)
        #expect(content(script, at: Instant(1))?.reachedAt == Instant(1))
        #expect(cues(script, until: Instant(1)) == [Instant(1)])
    }

    @Test("A second gift before the goal is reached moves that instant, and the goal is heard once")
    func twice() throws {
        var script = script
        try script.apply(goal(target: 3), at: 0)
        try script.gift("Ann", "rose", 3, at: 1)
        // At 1.5 s the value is 3 · (1 − 0.5³) = 2.625. From there to 6: ∛(3/3.375) = 0.961499…
        try script.gift("Bob", "rose", 3, at: 1.5)
        let reachedAt = content(script, at: Instant(3))?.reachedAt
        #expect(reachedAt == Instant(microseconds: 1_538_501))
        #expect(cues(script, until: Instant(3)).count == 1)
    }

    @Test(
        "A goal that its creation, a start or a new target reaches has no instant and no sound",
        arguments: [0, 1, 2])
    func byUpdate(way: Int) throws {
        var script = script
        if way == 0 { try script.apply(goal(target: 3, start: 5), at: 0) }
        if way == 1 {
            try script.apply(goal(target: 3), at: 0)
            try script.apply(goal(target: 3, start: 5), at: 1)
        }
        if way == 2 {
            try script.apply(goal(target: 9, start: 5), at: 0)
            try script.apply(goal(target: 3), at: 1)
        }
        let shown = content(script, at: Instant(5))
        #expect(shown?.reached == true && shown?.reachedAt == nil)
        #expect(cues(script, until: Instant(5)) == [])
    }

    @Test("An update that finds the shown value at the target makes neither instant nor sound")
    func foundThere() throws {
        var script = script
        try script.apply(goal(target: 8), at: 0)
        try script.gift("Ann", "rose", 8, at: 1)
        try script.apply(goal(target: 2), at: 1.5)
        let shown = content(script, at: Instant(1.5))
        #expect(shown?.reached == true && shown?.reachedAt == nil)
        #expect(cues(script, until: Instant(5)) == [])
    }

    @Test(
        "A goal stops being reached when its target rises above the amount, and a gift reaches it again"
    )
    func again() throws {
        var script = script
        try script.apply(goal(target: 3), at: 0)
        try script.gift("Ann", "rose", 3, at: 1)
        try script.apply(goal(target: 4), at: 5)
        #expect(content(script, at: Instant(5))?.reached == false)
        #expect(content(script, at: Instant(5))?.reachedAt == nil)
        try script.gift("Ann", "rose", 1, at: 6)
        #expect(content(script, at: Instant(7))?.reachedAt == Instant(7))
        #expect(cues(script, until: Instant(9)) == [Instant(2), Instant(7)])
    }

    @Test("A room that continues from its state reaches its goal at the same instant, once")
    func state() throws {
        var script = script
        try script.apply(goal(target: 8), at: 0)
        try script.gift("Ann", "rose", 16, at: 1)
        for instant in [1_100_000, 1_206_299, 1_206_300, 1_300_000].map(Instant.init(microseconds:))
        {
            var room = script.room
            room.advance(to: instant)
            _ = room.takeCues()
            var again = Room(configuration: room.configuration, state: room.state)
            room.advance(to: Instant(3))
            again.advance(to: Instant(3))
            #expect(again.frame == room.frame)
            #expect(again.takeCues() == room.takeCues())
        }
    }
}
