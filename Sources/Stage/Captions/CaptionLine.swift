import Texts
import Timeline

/// A caption that is on the stage, with its row, its effect and its fade over time.
struct CaptionLine: NamedRow {
    /// The properties that never change. They are shared, because otherwise each frame and each
    /// copy of a room would copy all the texts.
    private struct Fixed: Hashable, Sendable {
        let id: Text
        let row: Int
        let nodeID: Text
        let caption: Caption
        let glyphs: [Text]
        let reveal: Reveal
        let start: Instant
    }

    private let fixed: Shared<Fixed>
    /// The opacity during the fade-out; nil before.
    private var fade: Segment?
    /// The instant at which the fade-out begins, or at which a fading caption is gone; nil: never.
    private(set) var due: Instant?

    init(_ caption: Caption, id: Text, row: Int, seq: Int64, at instant: Instant) {
        self.init(caption, id: id, row: row, at: instant) { count in
            Reveal(
                caption.effect, count: count, duration: caption.duration,
                seed: UInt64(bitPattern: seq))
        }
        due = caption.hold.map { instant + caption.duration + $0 }
    }

    /// Creates a line. `reveal` receives the number of characters.
    private init(
        _ caption: Caption, id: Text, row: Int, at instant: Instant, reveal: (Int) -> Reveal
    ) {
        let glyphs = caption.text.characters
        fixed = Shared(
            Fixed(
                id: id, row: row, nodeID: "caption/\(caption.slot)", caption: caption,
                glyphs: glyphs, reveal: reveal(glyphs.count), start: instant))
    }

    /// The ID of the caption's event.
    var id: Text { fixed.value.id }
    var slot: Text { caption.slot }
    var row: Int { fixed.value.row }
    private var caption: Caption { fixed.value.caption }
    /// The text's extended grapheme clusters (UAX #29).
    private var glyphs: [Text] { fixed.value.glyphs }
    private var reveal: Reveal { fixed.value.reveal }
    private var start: Instant { fixed.value.start }

    var name: Text { slot }

    var text: Text { caption.text }

    var isFading: Bool { fade != nil }

    func isBlocked(by entry: BlockEntries) -> Bool { entry.blocks(caption) }

    /// Starts the fade-out.
    mutating func startFading(at instant: Instant) {
        let fade = Segment(
            from: 1, to: 0, start: instant, duration: caption.exit, easing: .linear)
        self.fade = fade
        due = fade.end
    }

    // MARK: Drawing

    func isMoving(at instant: Instant) -> Bool {
        isFading || caption.effect == .wave || instant < start + caption.duration
    }

    func node(at instant: Instant, _ configuration: CaptionsConfiguration) -> Node {
        Node(
            id: fixed.value.nodeID, x: configuration.x,
            y: configuration.y - Double(row) * (configuration.height + configuration.gap),
            // The page measures the text.
            width: 0, height: configuration.height, alpha: fade?.value(at: instant) ?? 1,
            content: .caption(
                CaptionContent(
                    text: caption.text, effect: caption.effect, align: configuration.align,
                    glyphs: glyphs, appearance: appearance(at: instant))))
    }

    private func appearance(at instant: Instant) -> CaptionContent.Appearance {
        let elapsed = instant - start
        switch caption.effect {
        case .typewriter:
            return .rise(reveal.shares(after: elapsed).map { Thousandths($0 - 1) })
        case .fade, .shine:
            return .alpha(reveal.shares(after: elapsed).map(Thousandths.init))
        case .wave:
            let isFull = elapsed >= caption.duration
            let level =
                isFull
                ? 1
                : Double(elapsed.microseconds) / Double(caption.duration.microseconds)
            return .wave(
                level: Thousandths(level), amplitude: Thousandths(Self.amplitude(at: elapsed)),
                phase: Thousandths(24 * elapsed.seconds / Double.pi))
        }
    }

    /// Returns 5 points times a triangle wave from 1 to 1.2 and back, three times a second.
    private static func amplitude(at elapsed: Duration) -> Double {
        let turns = elapsed.seconds * 3
        let part = turns - turns.rounded(.down)
        return 5 * (1 + 0.2 * (1 - abs(2 * part - 1)))
    }
}

extension CaptionLine: Weighed {
    var byteEstimate: Int {
        let spans = caption.effect == .shine ? 40 * glyphs.count : 0
        return 50 + id.byteCount + caption.byteEstimate + spans
    }
}

extension CaptionLine: Restorable {
    func save(to state: inout StateWriter) {
        state.put("id", id)
        state.put("slot", slot, unless: "main")
        state.put("row", row)
        state.put("sender", caption.sender)
        state.put("text", caption.text)
        state.put("effect", caption.effect, unless: .typewriter)
        state.put("duration", caption.duration)
        state.put("hold", caption.hold)
        state.put("exit", caption.exit)
        // The spans of the other effects follow from the text and the duration.
        if caption.effect == .shine { state.put("spans", numbers: reveal.numbers) }
        state.put("start", start)
        state.put("fade", fade)
        state.put("due", due)
    }

    init?(_ state: StateReader) {
        guard let id = state.text("id"), let text = state.text("text"), !text.isEmpty else {
            return nil
        }
        var caption = Caption(text: text)
        caption.slot = state.text("slot") ?? caption.slot
        caption.sender = state.part("sender")
        caption.effect = state.word("effect") ?? caption.effect
        caption.duration = state.duration("duration") ?? .zero
        caption.hold = state.duration("hold")
        caption.exit = state.duration("exit") ?? .zero
        self.init(caption, id: id, row: state.whole("row", or: 0), at: state.past("start")) {
            caption.effect == .shine
                ? Reveal(numbers: state.numbers("spans"), count: $0)
                : Reveal(caption.effect, count: $0, duration: caption.duration, seed: 0)
        }
        fade = state.segment("fade")
        due = state.future("due") ?? (fade == nil ? nil : state.now)
    }
}
