import Testing
import Texts
import Timeline

@testable import Stage

/// Rules that hold in every room, whatever happens to it. Each argument is a stream's seed.
@Suite("Room under random events")
struct RandomRoomTests {
    static let seeds: [UInt64] = Array(1...24)
    static let everything: [RandomStream.Spice] = [.hold, .skip, .clear, .dismiss, .configure]

    private func room(_ seed: UInt64) -> Room {
        var lot = Lot(seed: seed &+ 1_000_000)
        var configuration = Configuration()
        configuration.gifts.channels = lot.whole(1...3)
        configuration.gifts.queueLimit = lot.whole(1...12)
        configuration.gifts.turn = Duration(seconds: Double(lot.whole(0...6)))
        configuration.calls.max = lot.whole(1...4)
        configuration.calls.repetition = lot.once(in: 2)
        return Room(configuration: configuration)
    }

    private func stream(
        _ seed: UInt64, _ room: Room, _ count: Int = 250, _ spices: [RandomStream.Spice] = []
    ) -> RandomStream {
        RandomStream(seed: seed, count: count, configuration: room.configuration, spices)
    }

    // MARK: Gifts

    @Test(
        "Every accepted gift is shown, in the order of arrival, and its count ends at the sum",
        arguments: seeds)
    func everyGiftIsShown(seed: UInt64) {
        var room = room(seed)
        var accepted: [Text] = []
        var sums: [Text: Int] = [:]
        var shown = Shown()
        for element in stream(seed, room, 250, [.hold]) {
            room.advance(to: element.at) { shown.look(at: $0.frame) }
            let outcome = room.take(element)
            shown.look(at: room.frame)
            guard case .gift(let gift, _) = element.event.kind else { continue }
            switch outcome {
            case .shown, .queued:
                accepted.append(element.event.id)
                sums[element.event.id] = gift.count
            case .merged(let combo): sums[combo]! += gift.count
            default: break
            }
        }
        let resume = Event(seq: 0, id: "resume", kind: .control(.resume))
        #expect(room.take(.init(at: room.now, event: resume)) == .applied)
        shown.look(at: room.frame)
        room.advance(to: room.now + Duration(seconds: 3600)) { shown.look(at: $0.frame) }
        #expect(!accepted.isEmpty)
        #expect(shown.combos == accepted)
        #expect(shown.counts == sums)
        #expect(shown.faults.isEmpty)
        #expect(room.frame.nodes.isEmpty)
    }

    /// What has been seen on the rows.
    private struct Shown {
        /// In the order in which they came, those of one frame by row.
        private(set) var combos: [Text] = []
        /// The last count of each combo.
        private(set) var counts: [Text: Int] = [:]
        private(set) var faults: [Text] = []
        private var rows: [Text: Text] = [:]

        mutating func look(at frame: Frame) {
            var now: [Text: Text] = [:]
            for node in frame.nodes {
                guard let gift = node.gift else { continue }
                if now[node.id] != nil { faults.append("two combos on \(node.id)") }
                if now.values.contains(gift.combo) { faults.append("\(gift.combo) on two rows") }
                now[node.id] = gift.combo
                if let before = counts[gift.combo] {
                    if rows[node.id] != gift.combo { faults.append("\(gift.combo) came back") }
                    if gift.count < before { faults.append("\(gift.combo) counted down") }
                } else {
                    combos.append(gift.combo)
                }
                counts[gift.combo] = gift.count
            }
            rows = now
        }
    }

    // MARK: Calls

    @Test("Standing cards rest in slots of their own, at most max of them", arguments: seeds)
    func slots(seed: UInt64) {
        var room = room(seed)
        let calls = room.configuration.calls
        var looked = 0
        for element in stream(seed, room, 250, [.hold, .skip, .clear, .dismiss]) {
            room.advance(to: element.at) { check($0) }
            _ = room.take(element)
            check(room)
        }
        func check(_ room: Room) {
            let standing = room.frame.nodes.filter { $0.call?.leaving == false }
            #expect(standing.count <= calls.max)
            guard !room.isMoving else { return }
            looked += standing.count
            let slots = standing.indices.map { calls.y + calls.top + Double($0) * calls.pitch }
            #expect(standing.map(\.top) == slots)
        }
        #expect(looked > 0)
    }

    @Test("A card that appears covers none that stands", arguments: seeds)
    func nothingCovered(seed: UInt64) {
        var room = room(seed)
        let pitch = room.configuration.calls.pitch
        var neighbours = 0
        for element in stream(seed, room, 250, [.skip, .dismiss]) {
            room.advance(to: element.at)
            _ = room.take(element)
            let standing = room.frame.nodes.filter { $0.call?.leaving == false }
            guard let new = standing.last, new.id == "call/\(element.event.id)" else { continue }
            neighbours += standing.count - 1
            #expect(standing.dropLast().allSatisfy { new.top >= $0.top + pitch - 0.01 })
        }
        #expect(neighbours > 0 || room.configuration.calls.max == 1)
    }

    // MARK: Everything

    @Test("Opacity is within 0 and 1, and every node's id stands once", arguments: seeds)
    func frames(seed: UInt64) {
        var room = room(seed)
        var nodes = 0
        for element in stream(seed, room, 250, Self.everything) {
            while room.now < element.at {
                room.advance(to: min(element.at, room.now + Duration(microseconds: 70_001)))
                let frame = room.frame
                nodes += frame.nodes.count
                #expect(frame.nodes.allSatisfy { (0...1000).contains($0.alpha.units) })
                #expect(Set(frame.nodes.map(\.id)).count == frame.nodes.count)
            }
            _ = room.take(element)
        }
        #expect(nodes > 0)
    }

    @Test("Frames do not depend on how often they are sampled", arguments: seeds)
    func samplingRate(seed: UInt64) {
        var often = room(seed)
        var seldom = often
        for element in stream(seed, often, 120, Self.everything) {
            while often.now < element.at {
                often.advance(to: min(element.at, often.now + Duration(microseconds: 16_667)))
                _ = often.frame
            }
            #expect(often.take(element) == seldom.take(element))
            #expect(often.frame == seldom.frame)
            #expect(often == seldom)
        }
    }

    @Test("The same stream gives the same frames, also from a copy on the way", arguments: seeds)
    func determinism(seed: UInt64) {
        var first = room(seed)
        var second = first
        var copies: [Room] = []
        for (index, element) in stream(seed, first, 200, Self.everything).enumerated() {
            #expect(first.take(element) == second.take(element))
            if index % 50 == 25 {
                copies.append(first)
                copies.append(Room(configuration: first.configuration, state: first.state))
            }
            for copy in copies.indices where copies[copy] != first {
                _ = copies[copy].take(element)
            }
            #expect(first.frame == second.frame)
            #expect(copies.allSatisfy { $0.frame == first.frame })
        }
        #expect(copies.count == 8)
    }

    @Test(
        "What changes was announced: a room that says it rests shows the same until due",
        arguments: seeds)
    func announcements(seed: UInt64) {
        var room = room(seed)
        var rests = 0
        for element in stream(seed, room, 150, Self.everything) {
            while room.now < element.at {
                let due = room.due
                #expect(due.map { $0 > room.now } ?? true)
                let end = min(element.at, due ?? element.at)
                if !room.isMoving {
                    rests += 1
                    let shown = room.frame.nodes
                    let span = (end - room.now).microseconds
                    for share in [1, span / 3, span / 2, span - 1] where share > 0 && share < span {
                        var later = room
                        later.advance(to: room.now + Duration(microseconds: share))
                        #expect(later.frame.nodes == shown)
                        #expect(later.due == due)
                        #expect(!later.isMoving)
                    }
                }
                room.advance(to: end)
            }
            _ = room.take(element)
        }
        #expect(rests > 0)
    }
}
