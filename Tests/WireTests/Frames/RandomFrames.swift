import TestSupport
import Texts
import Timeline

@testable import Stage

/// Random frames with nodes of every kind, which come, change, go and sometimes change places.
struct RandomFrames {
    private var random: SeededGenerator
    private(set) var shown = Frame()

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> Frame {
        var nodes: [Node] = []
        for number in 0..<2 where random.int(below: 3) > 0 { nodes.append(effect(number)) }
        for number in 0..<3 where random.int(below: 3) > 0 { nodes.append(ticker(number)) }
        for row in 0..<3 where random.int(below: 3) > 0 { nodes.append(gift(row)) }
        for number in 0..<3 where random.int(below: 3) > 0 { nodes.append(leader(number)) }
        for number in 0..<2 where random.int(below: 3) > 0 { nodes.append(counter(number)) }
        for number in 0..<2 where random.int(below: 3) > 0 { nodes.append(goal(number)) }
        for number in 0..<2 where random.int(below: 3) > 0 { nodes.append(caption(number)) }
        for number in 0..<4 where random.int(below: 3) > 0 { nodes.append(call(number)) }
        if random.chance(oneIn: 8), nodes.count > 1 {
            nodes.swapAt(0, random.int(below: nodes.count))
        }
        let time = shown.time + Duration(microseconds: Int64(1 + random.int(below: 40_000)))
        // Most nodes stay as they were.
        for index in nodes.indices where random.int(below: 3) > 0 {
            nodes[index] = shown.nodes.first { $0.id == nodes[index].id } ?? nodes[index]
        }
        shown = Frame(time: time, nodes: nodes)
        return shown
    }

    mutating func chance(oneIn count: Int) -> Bool { random.chance(oneIn: count) }

    private mutating func node(_ id: Text, _ content: Node.Content) -> Node {
        Node(
            id: id, x: Double(random.int(below: 200_000)) / 7 - 9000,
            y: Double(random.int(below: 3)) / 8,
            width: Double(random.int(below: 2) * 200), height: 40,
            alpha: Double(random.int(below: 5)) / 4,
            content: content)
    }

    private mutating func name() -> Text {
        random.element(of: [
            "Ann", "Bob", "Ørjan \"O\"", "花", "👩‍👩‍👧", "a\\b", Text(String(repeating: "n", count: 200)),
        ])
    }

    private mutating func picture() -> Text? {
        random.element(of: [nil, "/a.png", "/b.png", "https://example.org/a/quite/long/path.webp"])
    }

    private mutating func count() -> Int {
        random.element(of: [1, 2, 63, 64, 127, 128, 999_999, 1_000_000])
    }

    private mutating func share() -> Thousandths {
        Thousandths(Double(random.int(below: 4001)) / 1000 - 1)
    }

    private mutating func effect(_ number: Int) -> Node {
        node(
            "effect/e\(number)",
            .effect(
                EffectContent(
                    src: random.element(of: [nil, "/c.webm"]),
                    start: Instant(microseconds: Int64(random.int(below: 2_000_000_000))),
                    duration: Duration(
                        microseconds: Int64(100_000 + random.int(below: 59_900_001))),
                    film: random.element(of: [
                        nil,
                        .init(
                            film: .castle, sender: name(), avatar: picture(), gift: name(), seed: 7),
                    ]))))
    }

    private mutating func ticker(_ number: Int) -> Node {
        node(
            "ticker/e\(number)",
            .ticker(
                TickerContent(
                    sender: name(), avatar: picture(), gift: name(), image: picture(),
                    count: count(), digitScale: share(), flourish: flourish())))
    }

    private mutating func gift(_ row: Int) -> Node {
        node(
            "gifts/\(row)",
            .gift(
                GiftContent(
                    combo: "combo \(random.int(below: 3))", sender: name(), avatar: picture(),
                    gift: name(), image: picture(), count: count(), digitScale: share(),
                    flourish: flourish())))
    }

    private mutating func leader(_ number: Int) -> Node {
        guard number > 0 else { return node("leader/title", .leader(LeaderContent(text: name()))) }
        return node(
            "leader/id:\(number)",
            .leader(
                LeaderContent(
                    row: .init(
                        place: random.int(in: 1...9), name: name(), avatar: picture(),
                        value: Hundredths(random.element(of: [0, 0.01, 63.5, 9e13, 0x1p53 - 1])),
                        born: instant() ?? .zero, rose: instant(), seed: random.int(below: 65536))))
        )
    }

    private mutating func counter(_ number: Int) -> Node {
        let value = random.element(of: [0, -0.01, 12.34, -1e15, 1e15, 99_999_999_999_999.5, 9e13])
        return node(
            "counter/c\(number)",
            .counter(
                CounterContent(
                    text: name(), value: Hundredths(value), ended: random.chance(oneIn: 2),
                    endedAt: instant(), added: random.element(of: [nil, 0.000001, 60, 1e9]),
                    addedBy: random.element(of: [nil, "Ann", "Zoë"]), addedAt: instant())))
    }

    private mutating func goal(_ number: Int) -> Node {
        let wave = GoalContent.Wave(
            amplitude: share(), phase: Thousandths(Double(random.int(below: 1_000_000))))
        return node(
            "goal/g\(number)",
            .goal(
                GoalContent(
                    title: name(),
                    value: Hundredths(random.element(of: [0, 0.01, 9e13, 0x1p53 - 1])),
                    target: Hundredths(random.element(of: [0.5, 12, 1e12])), level: share(),
                    reached: random.chance(oneIn: 2), reachedAt: instant(),
                    wave: random.element(of: [nil, wave]),
                    currency: random.element(of: [nil, "EUR", "JPY"]))))
    }

    private mutating func caption(_ number: Int) -> Node {
        let glyphs = (0...random.int(below: 6)).map { _ in name() }
        var shares: [Thousandths] = []
        for _ in glyphs { shares.append(share()) }
        let wave = CaptionContent.Appearance.wave(
            level: share(), amplitude: share(),
            phase: Thousandths(Double(random.int(below: 1_000_000))))
        return node(
            "caption/s\(number)",
            .caption(
                CaptionContent(
                    text: Text(glyphs.map(\.string).joined()),
                    effect: random.element(of: Caption.Effect.allCases),
                    align: random.element(of: CaptionsConfiguration.Align.allCases), glyphs: glyphs,
                    appearance: random.element(of: [.alpha(shares), .rise(shares), wave]))))
    }

    private mutating func call(_ number: Int) -> Node {
        node(
            "call/\(number)",
            .call(
                CallContent(
                    name: name(), avatar: picture(), leaving: random.chance(oneIn: 2),
                    born: instant() ?? .zero)))
    }

    private mutating func instant() -> Instant? {
        random.element(of: [nil, .zero, Instant(microseconds: 127), Instant(microseconds: 1 << 52)])
    }

    private mutating func flourish() -> Flourish? {
        guard let born = instant() else { return nil }
        let later = random.element(of: [
            Duration.zero, Duration(seconds: 0.25), Duration(seconds: 900),
        ])
        return Flourish(
            tier: random.int(in: 1...4), seed: random.int(below: 65536), born: born,
            popped: random.element(of: [nil, born + later]),
            rose: random.element(of: [nil, born, born + later]),
            left: random.element(of: [nil, born + later]),
            roll: random.element(of: [nil, 1, 1_000_000]))
    }
}
