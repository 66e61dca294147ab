import Testing
import Texts
import Timeline

@testable import Stage

/// Section 6 of docs/behaviour.md. All expected numbers were calculated by hand. The random numbers
/// come from another implementation of SplitMix64.
@Suite("Captions")
struct CaptionsTests {
    private func caption(
        _ text: Text, _ effect: Caption.Effect = .typewriter, slot: Text = "main"
    ) -> Event.Kind {
        var caption = Caption(text: text)
        caption.effect = effect
        caption.slot = slot
        return .caption(caption)
    }

    private func content(_ script: Script, at seconds: Double) -> CaptionContent? {
        guard case .caption(let content)? = script.node("caption/main", at: seconds)?.content
        else { return nil }
        return content
    }

    /// The share of each character, as it is sent to viewers.
    private func shares(_ script: Script, at seconds: Double) -> [Double]? {
        switch content(script, at: seconds)?.appearance {
        case .rise(let shares), .alpha(let shares): shares.map { Double($0.units) / 1000 }
        default: nil
        }
    }

    // The caption appears in 2 s, stands for 3 s and fades in 0.5 s.
    @Test("A caption appears, stands, fades out and disappears")
    func life() throws {
        var script = Script()
        try script.apply(caption("Hello"), at: 1)
        #expect(script.node("caption/main", at: 1)?.opacity == 1)
        #expect(script.node("caption/main", at: 6)?.opacity == 1)
        #expect(script.node("caption/main", at: 6.25)?.opacity == 0.5)
        #expect(script.node("caption/main", at: 6.5 - tick) != nil)
        #expect(script.node("caption/main", at: 6.5) == nil)
    }

    @Test("A caption without a hold time stays")
    func forever() throws {
        var script = Script()
        var caption = Caption(text: "stay")
        caption.hold = nil
        try script.apply(.caption(caption), at: 0)
        #expect(script.node("caption/main", at: 1e6)?.opacity == 1)
        #expect(script.room.due == nil)
    }

    // Each of the four characters takes half a second.
    @Test(
        "Typed characters rise into their line one after another",
        arguments: [
            (0, [-1, -1, -1, -1]), (0.75, [0, -0.5, -1, -1]), (1, [0, 0, -1, -1]),
            (1.9, [0, 0, 0, -0.2]), (2, [0, 0, 0, 0]),
        ] as [(Double, [Double])])
    func typewriter(seconds: Double, rises: [Double]) throws {
        var script = Script()
        try script.apply(caption("abcd"), at: 0)
        #expect(shares(script, at: seconds) == rises)
        #expect(content(script, at: seconds)?.glyphs == ["a", "b", "c", "d"])
    }

    // The characters start at 0, 0.5, 1 and 1.5 s, and all end at 2 s. After 1 s the first one has
    // spent 1 of 2 s, and the second one 0.5 of 1.5 s.
    @Test("Fading characters start one after another and finish together")
    func fade() throws {
        var script = Script()
        try script.apply(caption("abcd", .fade), at: 0)
        #expect(shares(script, at: 0) == [0, 0, 0, 0])
        #expect(shares(script, at: 1) == [0.5, 0.333, 0, 0])
        #expect(shares(script, at: 1.75) == [0.875, 0.833, 0.75, 0.5])
        #expect(shares(script, at: 2) == [1, 1, 1, 1])
    }

    // Seed 1 gives 0.56656, 0.74578, 0.97100, 0.44436, 0.44426 and 0.76289. The first character
    // starts at 0.56656 and takes (1 − 0.74578) · (2 − 0.56656) s, and so on.
    @Test("Shining characters start at random times seeded by the event's seq")
    func shine() throws {
        var script = Script()
        try script.apply(caption("abc", .shine), at: 0)
        #expect(shares(script, at: 0.5) == [0, 0, 0.151])
        #expect(shares(script, at: 1) == [1, 0.051, 1])
        #expect(shares(script, at: 1.5) == [1, 0.925, 1])
        #expect(shares(script, at: 2) == [1, 1, 1])
    }

    // The amplitude starts at 5 points and rises to 6. The phase grows by 24/π radians a second.
    @Test(
        "A wave fills the text in the caption's duration and keeps swinging",
        arguments: [
            (0, 0, 5, 0), (0.5, 0.25, 6, 3.82), (1, 0.5, 5, 7.639), (2, 1, 5, 15.279),
            (2.5, 1, 6, 19.099),
        ])
    func wave(seconds: Double, level: Double, amplitude: Double, phase: Double) throws {
        var script = Script()
        try script.apply(caption("abc", .wave), at: 0)
        let expected = CaptionContent.Appearance.wave(
            level: Thousandths(level), amplitude: Thousandths(amplitude),
            phase: Thousandths(phase))
        #expect(content(script, at: seconds)?.appearance == expected)
        script.room.advance(to: Instant(seconds))
        #expect(script.room.isMoving)
    }

    @Test(
        "A glyph is a whole grapheme cluster",
        arguments: [
            ("👨‍👩‍👧🇩🇪", ["👨‍👩‍👧", "🇩🇪"]), ("e\u{301}a", ["e\u{301}", "a"]),
            ("\u{1112}\u{1161}\u{11AB}글", ["\u{1112}\u{1161}\u{11AB}", "글"]),
        ] as [(Text, [Text])])
    func characters(text: Text, glyphs: [Text]) throws {
        var script = Script()
        try script.apply(caption(text), at: 0)
        #expect(content(script, at: 0)?.glyphs == glyphs)
    }

    // Lines are 40 high with gaps of 8, and the lowest line is at 480.
    @Test("A slot takes the lowest free row and keeps it while it is shown")
    func rows() throws {
        var script = Script()
        for slot: Text in ["a", "b", "c"] { try script.apply(caption(slot, slot: slot), at: 0) }
        try script.apply(.deleteCaption(slot: "b"), at: 1)
        try script.apply(caption("d", slot: "d"), at: 2)
        try script.apply(caption("again", slot: "c"), at: 2)
        let nodes = script.frame(at: 2).nodes
        #expect(nodes.map(\.id) == ["caption/a", "caption/d", "caption/c"])
        #expect(nodes.map(\.top) == [480, 432, 384])
    }

    @Test("A new caption replaces its slot's caption at once and starts from its beginning")
    func replaced() throws {
        var script = Script()
        try script.apply(caption("abcd"), at: 0)
        try script.apply(caption("wxyz"), at: 5.25)
        #expect(content(script, at: 5.25)?.glyphs == ["w", "x", "y", "z"])
        #expect(shares(script, at: 5.25) == [-1, -1, -1, -1])
        #expect(script.node("caption/main", at: 5.25)?.opacity == 1)
        #expect(script.node("caption/main", at: 10.25)?.opacity == 1)
        #expect(script.node("caption/main", at: 10.75) == nil)
    }

    @Test("With `max` slots shown, a new slot is refused and a shown one may be replaced")
    func maximum() throws {
        var script = Script { $0.captions.max = 1 }
        try script.apply(caption("a"), at: 0)
        #expect(throws: Refusal.captionsFull(limit: 1)) {
            try script.apply(caption("b", slot: "other"), at: 1)
        }
        #expect(throws: Never.self) { try script.apply(caption("c"), at: 1) }
    }

    @Test("A deleted caption fades at once, and a second deletion does not restart the fade")
    func deleted() throws {
        var script = Script()
        try script.apply(caption("a"), at: 0)
        try script.apply(.deleteCaption(slot: "main"), at: 1)
        #expect(script.node("caption/main", at: 1.25)?.opacity == 0.5)
        try script.apply(.deleteCaption(slot: "main"), at: 1.25)
        #expect(script.node("caption/main", at: 1.375)?.opacity == 0.25)
        #expect(script.node("caption/main", at: 1.5) == nil)
        #expect(throws: Refusal.noSuchCaption("main")) {
            try script.apply(.deleteCaption(slot: "main"), at: 1.5)
        }
    }

    @Test("Captions ignore a hold and a skip, and a clear removes them at once")
    func controls() throws {
        var script = Script()
        try script.control(.hold, at: 0)
        try script.apply(caption("a"), at: 0)
        try script.control(.skip, at: 1)
        #expect(script.node("caption/main", at: 1)?.opacity == 1)
        try script.control(.clear, at: 2)
        #expect(script.frame(at: 2).nodes.isEmpty)
    }

    @Test("Disabling captions removes them at once and skips new ones")
    func disabled() throws {
        var script = Script()
        try script.apply(caption("a"), at: 0)
        try script.configure(at: 1) { $0.captions.enabled = false }
        #expect(script.frame(at: 1).nodes.isEmpty)
        #expect(try script.apply(caption("b"), at: 2) == .skipped(.disabled))
    }
}
