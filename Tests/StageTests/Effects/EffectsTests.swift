import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

/// Section 10 of docs/behaviour.md. All expected numbers were calculated by hand.
@Suite("Effects")
struct EffectsTests {
    /// Catalogue keys with their value and the duration of their effect.
    private static let gifts: [(key: Text, value: Int, seconds: Double)] = [
        ("a", 1, 2), ("b", 5, 1), ("c", 5, 0.4), ("d", 9, 3),
    ]

    private func script(_ change: (inout Configuration) -> Void = { _ in }) -> Script {
        Script { configuration in
            configuration.catalogue = Catalogue(
                Self.gifts.map { gift in
                    var entry = CatalogueEntry(key: gift.key)
                    entry.value = gift.value
                    entry.effect = EffectMedia(
                        .file("/\(gift.key).webm"), duration: Duration(seconds: gift.seconds))
                    return entry
                })
            change(&configuration)
        }
    }

    /// The ID of the event whose effect is shown, or "-".
    private func shown(_ script: Script, at seconds: Double) -> String {
        let node = script.frame(at: seconds).nodes.first { $0.id.begins(with: "effect/") }
        return node.map { String($0.id.string.dropFirst(7)) } ?? "-"
    }

    private func alpha(_ script: Script, of id: Text = "e1", at seconds: Double) -> Double? {
        script.node("effect/\(id)", at: seconds)?.opacity
    }

    @Test("An effect fades in, stays and fades out, below all other nodes")
    func life() throws {
        var script = script()
        try script.gift("Ann", "a", at: 0.5)
        let times = [0.5, 0.65, 0.8, 2.2, 2.35, 2.5 - tick, 2.5]
        #expect(times.map { alpha(script, at: $0) } == [0, 0.5, 1, 1, 0.5, 0, nil])
        let nodes = script.frame(at: 1).nodes
        #expect(nodes.map(\.id) == ["effect/e1", "gifts/0"])
        #expect(
            nodes[0].content
                == .effect(
                    EffectContent(
                        src: "/a.webm", start: Instant(0.5), duration: Duration(seconds: 2))))
        #expect(nodes[0].width == Hundredths(960) && nodes[0].height == Hundredths(540))
    }

    @Test("A film's node names the film, the sender and the gift, and has the event's seed")
    func film() throws {
        var script = Script()
        try script.gift("Ann", "castle", id: "big", at: 1)
        let expected = EffectContent(
            start: Instant(1), duration: Duration(seconds: 7),
            film: .init(film: .castle, sender: "Ann", gift: "Castle", seed: 1))
        #expect(script.node("effect/big", at: 2)?.content == .effect(expected))
        let again = Room(configuration: script.room.configuration, state: script.room.state)
        #expect(again.frame == script.room.frame)
    }

    @Test("Fireworks, diamond, rocket and castle have films by default, and no other gift has one")
    func defaultFilms() {
        let films = Catalogue.standard.entries.compactMap { entry in
            entry.effect?.film.map { "\(entry.key) \($0.rawValue) \($0.duration.seconds)" }
        }
        #expect(
            films == [
                "fireworks fireworks 7.0", "diamond diamond 5.5", "rocket rocket 6.5",
                "castle castle 7.0",
            ])
    }

    @Test("An effect shorter than two fades spends half its duration on each fade")
    func short() throws {
        var script = script()
        try script.gift("Ann", "c", at: 0)
        #expect([0.1, 0.2, 0.3, 0.4].map { alpha(script, at: $0) } == [0.5, 1, 0.5, nil])
    }

    @Test("The room moves only while an effect fades, and is due when the fades start and end")
    func rest() throws {
        var script = script { $0.gifts.enabled = false }
        try script.gift("Ann", "a", at: 0)
        var room = script.room
        #expect(room.isMoving && room.due == Instant(1.7))
        room.advance(to: Instant(0.3))
        #expect(!room.isMoving && room.due == Instant(1.7))
        room.advance(to: Instant(1.7))
        #expect(room.isMoving && room.due == Instant(2))
        room.advance(to: Instant(2))
        #expect(!room.isMoving && room.due == Instant(2.2))
        room.advance(to: Instant(2.2))
        #expect(room.due == nil)
    }

    // d plays from 2.2 to 5.2, b from 5.4 to 6.4, and c from 6.6 to 7.
    @Test("The most valuable effect plays next, after a gap, and a key waits only once")
    func queue() throws {
        var script = script()
        for (index, key) in ["a", "b", "c", "d", "d"].enumerated() {
            try script.gift("Ann", Text(key), at: Double(index) / 10)
        }
        #expect(script.room.overview.effectQueue.map(\.id) == ["e4", "e2", "e3"])
        let times = [2 - tick, 2, 2.2 - tick, 2.2, 5.2, 5.4, 6.4, 6.6, 7]
        #expect(
            times.map { shown(script, at: $0) }
                == ["e1", "-", "-", "e4", "-", "e2", "-", "e3", "-"])
    }

    @Test("A full queue drops a less valuable effect for a new one, and refuses no gift")
    func full() throws {
        var script = script { $0.effects.queueLimit = 1 }
        try script.gift("Ann", "a", at: 0)
        try script.gift("Ann", "b", at: 0.1)
        try script.gift("Ann", "c", at: 0.2)
        #expect(script.room.overview.effectQueue.map(\.id) == ["e2"])
        #expect(try script.gift("Bob", "d", at: 0.3) == .queued(position: 2))
        #expect(script.room.overview.effectQueue.map(\.id) == ["e4"])
        try script.configure(at: 0.4) { $0.effects.queueLimit = 0 }
        try script.gift("Cid", "d", at: 0.5)
        #expect(script.room.overview.effectQueue.map(\.id) == ["e4"])
    }

    @Test("A hold delays effects, a skip ends one, a clear removes all, and the gap still applies")
    func control() throws {
        var script = script()
        try script.gift("Ann", "a", at: 0)
        try script.control(.hold, at: 0.1)
        try script.gift("Ann", "b", at: 0.2)
        try script.control(.skip, at: 1)
        #expect([1, 1.15, 1.3].map { alpha(script, at: $0) } == [1, 0.5, nil])
        #expect(shown(script, at: 1.9) == "-")
        try script.control(.resume, at: 2)
        #expect(shown(script, at: 2) == "e3")
        try script.control(.clear, at: 2.5)
        #expect(shown(script, at: 2.5) == "-")
        try script.gift("Ann", "c", at: 2.6)
        try script.gift("Ann", "d", at: 2.61)
        #expect([2.7 - tick, 2.7].map { shown(script, at: $0) } == ["-", "e8"])
    }

    @Test("A skipped effect fades from its current opacity, and a second skip changes nothing")
    func skipTwice() throws {
        var script = script()
        try script.gift("Ann", "a", at: 0)
        try script.control(.skip, at: 0.15)
        try script.control(.skip, at: 0.3)
        #expect(
            [0.3, 0.375, 0.45].map { alpha(script, at: $0) } == [0.25, 0.125, nil])
    }

    @Test("Skipping another node does not affect an effect, and skipping its node does")
    func skipOne() throws {
        var script = script()
        try script.gift("Ann", "a", at: 0)
        try script.apply(.skip(node: "effect/e9"), at: 0.5)
        try script.apply(.skip(node: "gifts/0"), at: 0.5)
        #expect(alpha(script, at: 1) == 1)
        try script.apply(.skip(node: "effect/e1"), at: 1)
        #expect(alpha(script, at: 1.15) == 0.5)
    }

    @Test("Disabling effects removes shown and waiting ones and ignores new ones")
    func disabled() throws {
        var script = script()
        try script.gift("Ann", "a", at: 0)
        try script.gift("Bob", "b", at: 0)
        try script.configure(at: 0.5) { $0.effects.enabled = false }
        #expect(shown(script, at: 0.5) == "-")
        try script.gift("Ann", "d", at: 3)
        #expect(shown(script, at: 4) == "-")
        try script.configure(at: 4) { $0.effects.enabled = true }
        #expect(shown(script, at: 5) == "-")
    }

    @Test("Without channels and ticker, the outcome of a gift is that of its effect")
    func outcomes() throws {
        var script = script {
            $0.gifts.enabled = false
            $0.effects.queueLimit = 2
        }
        #expect(try script.gift("Ann", "a", at: 0) == .shown)
        #expect(try script.gift("Ann", "b", at: 0) == .queued(position: 1))
        #expect(try script.gift("Ann", "d", at: 0) == .queued(position: 1))
        #expect(try script.gift("Ann", "d", at: 0) == .merged(into: "e3"))
        #expect(try script.gift("Ann", "c", at: 0) == .skipped(.disabled))
        #expect(try script.gift("Ann", "Leaf", at: 0) == .skipped(.disabled))
        script.room.advance(to: Instant(2))
        let milestones = script.room.takeMilestones()
        #expect(milestones.map(\.id) == ["e1", "e1"])
        #expect(milestones.map(\.step) == [.entered, .left(.played)])
    }

    @Test("A refused gift plays no effect")
    func refused() throws {
        var script = script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.gift("Ann", "Leaf", at: 0)
        #expect(throws: Refusal.queueFull(limit: 0)) { try script.gift("Bob", "a", at: 0) }
        #expect(shown(script, at: 0.5) == "-")
    }

    @Test("A room restored during an effect equals the original", arguments: [0.1, 1, 1.9, 2.1])
    func stored(seconds: Double) throws {
        var script = script()
        for key: Text in ["a", "b", "d"] { try script.gift("Ann", key, at: 0) }
        script.room.advance(to: Instant(seconds))
        _ = script.room.takeMilestones()
        let restored = Room(
            configuration: script.room.configuration, state: script.room.state)
        #expect(restored == script.room)
    }
}
