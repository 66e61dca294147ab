import Testing
import Texts
import Timeline

@testable import Stage

/// Section 12 of docs/behaviour.md. All expected times were calculated by hand.
@Suite("Sound cues")
struct SoundCueTests {
    private func script(_ change: (inout Configuration) -> Void = { _ in }) -> Script {
        Script { configuration in
            configuration.gifts.channels = 1
            configuration.sounds.combo = "/combo"
            configuration.sounds.call = "/call"
            configuration.sounds.effect = "/effect"
            configuration.sounds.goal = "/goal"
            var entry = CatalogueEntry(key: "x")
            entry.sound = "/x"
            entry.effect = EffectMedia(.file("/x.webm"), duration: Duration(seconds: 1))
            configuration.catalogue = Catalogue([entry])
            change(&configuration)
        }
    }

    private func heard(_ script: inout Script, until seconds: Double) -> [String] {
        script.room.advance(to: Instant(seconds))
        return script.room.takeCues().map { cue in
            "\(cue.cause.rawValue) \(cue.id) \(cue.sound ?? "-") \(Double(cue.time.microseconds) / 1e6)"
        }
    }

    // The only row pops until 0.75, rests for 3 / 1.5 s, then for 3 / 1.25 s, and leaves in 0.25 s.
    @Test("A gift's sound plays with its row or with its effect, whichever comes first")
    func oncePerGift() throws {
        var script = script()
        try script.gift("Ann", "x", at: 0)
        try script.gift("Bob", "x", at: 0)
        try script.gift("Cid", "Leaf", at: 0)
        #expect(
            heard(&script, until: 30) == [
                "combo e1 /x 0.0", "effect e1 /effect 0.0", "effect e2 /x 1.2",
                "combo e3 /combo 6.4",
            ])
        #expect(heard(&script, until: 60) == [])
    }

    @Test("A restored room remembers which gifts have already been heard")
    func stored() throws {
        var script = script { $0.gifts.linger = .zero }
        try script.gift("Ann", "x", at: 0)
        try script.gift("Bob", "x", at: 0)
        // Bob's row appears at 1.0, and his effect at 1.2.
        #expect(heard(&script, until: 1.1).last == "combo e2 /x 1.0")
        _ = script.room.takeMilestones()
        let restored = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
        script.room = restored
        #expect(heard(&script, until: 5) == ["effect e2 /effect 1.2"])
    }

    @Test("A call's sound plays when its card appears, also after waiting")
    func calls() throws {
        var script = script()
        try script.call("Ann", at: 0)
        try script.control(.hold, at: 1)
        try script.call("Bob", at: 2)
        try script.control(.resume, at: 3)
        #expect(heard(&script, until: 4) == ["call Ann /call 0.0", "call Bob /call 3.0"])
    }

    // The second gift leads to the target, and the third one hurries it: from 0.739559 to 3 in 1 s, the target
    // is reached 0.238034 s after 0.2 s.
    @Test(
        "A goal's sound plays when its value comes to the target because of a gift, not of an update"
    )
    func goals() throws {
        var script = script { $0.sounds.combo = nil }
        try script.apply(.goal(name: "g", GoalUpdate(title: "t", target: 2)), at: 0)
        var full = GoalUpdate(title: "t", target: 5)
        full.start = 7
        try script.apply(.goal(name: "full", full), at: 0)
        for seconds in [0, 0.1, 0.2] { try script.gift("Ann", "Leaf", at: seconds) }
        try script.apply(.goal(name: "g", GoalUpdate(title: "t", target: 9)), at: 1)
        try script.gift("Ann", "Leaf", 6, at: 1)
        #expect(heard(&script, until: 2) == ["goal g /goal 0.438034", "goal g /goal 2.0"])
    }

    @Test("Without a sound, or with sounds disabled, there is no cue")
    func silent() throws {
        var off = script { $0.sounds.enabled = false }
        try off.gift("Ann", "x", at: 0)
        #expect(heard(&off, until: 9) == [])
        var bare = script { $0.sounds = SoundsConfiguration() }
        try bare.gift("Ann", "Leaf", at: 0)
        try bare.gift("Ann", "x", at: 10)
        #expect(heard(&bare, until: 11) == ["combo e2 /x 10.0"])
    }

    @Test("Only the newest 700 cues are kept until they are taken")
    func limit() throws {
        var script = script()
        for index in 0..<1200 {
            try script.call("P\(index)", at: Double(index))
        }
        let cues = script.room.takeCues()
        #expect(cues.count == 700 && cues.last?.id == "P1199")
        #expect(script.room.takeCues() == [])
    }
}
