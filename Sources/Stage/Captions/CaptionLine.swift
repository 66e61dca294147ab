import Texts
import Timeline

/// A caption on the stage.
struct CaptionLine: Hashable, Sendable, Codable {
    /// The id of the caption's event.
    let id: Text
    let slot: Text
    let row: Int
    private let nodeID: Text
    private let caption: Caption
    /// The text's extended grapheme clusters (UAX #29).
    private let glyphs: [Text]
    private let reveal: Reveal
    private let start: Instant
    /// Opacity from when it fades out; nil before.
    private var fade: Segment?
    /// When it begins to fade, or, once it fades, when it is gone; nil: never by itself.
    private(set) var due: Instant?

    init(_ caption: Caption, id: Text, row: Int, seq: Int64, at instant: Instant) {
        self.id = id
        self.caption = caption
        self.row = row
        slot = caption.slot
        nodeID = "caption/\(caption.slot)"
        glyphs = caption.text.characters
        reveal = Reveal(
            caption.effect, count: glyphs.count, duration: caption.duration,
            seed: UInt64(bitPattern: seq))
        start = instant
        due = caption.hold.map { instant + caption.duration + $0 }
    }

    var text: Text { caption.text }

    var isFading: Bool { fade != nil }

    /// Fades out from now on.
    mutating func startFading(at instant: Instant) {
        let fade = Segment(
            from: 1, to: 0, start: instant, duration: caption.exit, easing: .linear)
        self.fade = fade
        due = fade.end
    }

    // MARK: What is shown

    func isMoving(at instant: Instant) -> Bool {
        isFading || caption.effect == .wave || instant < start + caption.duration
    }

    func node(at instant: Instant, _ configuration: CaptionsConfiguration) -> Node {
        Node(
            id: nodeID, x: configuration.x,
            y: configuration.y - Double(row) * (configuration.height + configuration.gap),
            // Text is measured where it is drawn.
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

    /// 5 points times a triangle wave from 1 to 1.2 and back, three times a second.
    private static func amplitude(at elapsed: Duration) -> Double {
        let turns = elapsed.seconds * 3
        let part = turns - turns.rounded(.down)
        return 5 * (1 + 0.2 * (1 - abs(2 * part - 1)))
    }
}
