import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

/// Rules that hold in every room under any events. Each argument is the seed of a stream.
@Suite("Invariants under random events")
struct RandomRoomTests {
    static let seeds: [UInt64] = Array(1...24)
    static let everything: [RandomStream.ExtraKind] = [.hold, .skip, .clear, .dismiss, .configure]

    private func room(_ seed: UInt64) -> Room {
        var random = SeededGenerator(seed: seed &+ 1_000_000)
        var configuration = Configuration()
        configuration.gifts.channels = random.int(in: 1...3)
        configuration.gifts.queueLimit = random.int(in: 1...12)
        configuration.gifts.turn = Duration(seconds: Double(random.int(in: 0...6)))
        configuration.calls.max = random.int(in: 1...4)
        configuration.calls.repetition = random.chance(oneIn: 2)
        return Room(configuration: configuration)
    }

    private func stream(
        _ seed: UInt64, _ room: Room, _ count: Int = 250,
        _ extraKinds: [RandomStream.ExtraKind] = []
    ) -> RandomStream {
        RandomStream(seed: seed, count: count, configuration: room.configuration, extraKinds)
    }

    // MARK: Gifts

    @Test(
        "Every accepted gift is shown in order of arrival, and its count ends at the sum",
        arguments: seeds)
    func everyGiftIsShown(seed: UInt64) {
        var room = room(seed)
        var accepted: [Text] = []
        var sums: [Text: Int] = [:]
        var seen = SeenCombos()
        for element in stream(seed, room, 250, [.hold]) {
            room.advance(to: element.at) { seen.record($0.frame) }
            let outcome = room.applyIfAccepted(element)
            seen.record(room.frame)
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
        #expect(room.applyIfAccepted(.init(at: room.now, event: resume)) == .applied)
        seen.record(room.frame)
        room.advance(to: room.now + Duration(seconds: 3600)) { seen.record($0.frame) }
        #expect(!accepted.isEmpty)
        #expect(seen.combos == accepted)
        #expect(seen.counts == sums)
        #expect(seen.faults.isEmpty)
        #expect(room.frame.nodes.isEmpty)
    }

    /// The combos seen on the rows.
    private struct SeenCombos {
        /// In order of arrival; combos that arrived in one frame are ordered by row.
        private(set) var combos: [Text] = []
        /// The last count of each combo.
        private(set) var counts: [Text: Int] = [:]
        private(set) var faults: [Text] = []
        private var rows: [Text: Text] = [:]

        mutating func record(_ frame: Frame) {
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

    @Test("Standing cards rest in separate slots, at most `max` of them", arguments: seeds)
    func slots(seed: UInt64) {
        var room = room(seed)
        let calls = room.configuration.calls
        var checked = 0
        for element in stream(seed, room, 250, [.hold, .skip, .clear, .dismiss]) {
            room.advance(to: element.at) { check($0) }
            _ = room.applyIfAccepted(element)
            check(room)
        }
        func check(_ room: Room) {
            let standing = room.frame.nodes.filter { $0.call?.leaving == false }
            #expect(standing.count <= calls.max)
            guard !room.isMoving else { return }
            checked += standing.count
            let slots = standing.indices.map { calls.y + calls.top + Double($0) * calls.pitch }
            #expect(standing.map(\.top) == slots)
        }
        #expect(checked > 0)
    }

    @Test("A new card covers no standing card", arguments: seeds)
    func nothingCovered(seed: UInt64) {
        var room = room(seed)
        let pitch = room.configuration.calls.pitch
        var neighbours = 0
        for element in stream(seed, room, 250, [.skip, .dismiss]) {
            room.advance(to: element.at)
            _ = room.applyIfAccepted(element)
            let standing = room.frame.nodes.filter { $0.call?.leaving == false }
            guard let new = standing.last, new.id == "call/\(element.event.id)" else { continue }
            neighbours += standing.count - 1
            #expect(standing.dropLast().allSatisfy { new.top >= $0.top + pitch - 0.01 })
        }
        #expect(neighbours > 0 || room.configuration.calls.max == 1)
    }

    // MARK: Everything

    @Test("Opacity stays between 0 and 1, and node IDs are unique", arguments: seeds)
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
            _ = room.applyIfAccepted(element)
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
            #expect(often.applyIfAccepted(element) == seldom.applyIfAccepted(element))
            #expect(often.frame == seldom.frame)
            #expect(often == seldom)
        }
    }

    @Test("The same stream gives the same frames, also in a copy made on the way", arguments: seeds)
    func determinism(seed: UInt64) {
        var first = room(seed)
        var second = first
        var copies: [Room] = []
        for (index, element) in stream(seed, first, 200, Self.everything).enumerated() {
            #expect(first.applyIfAccepted(element) == second.applyIfAccepted(element))
            if index % 50 == 25 {
                copies.append(first)
                copies.append(Room(configuration: first.configuration, state: first.state))
            }
            for copy in copies.indices where copies[copy] != first {
                _ = copies[copy].applyIfAccepted(element)
            }
            #expect(first.frame == second.frame)
            #expect(copies.allSatisfy { $0.frame == first.frame })
        }
        #expect(copies.count == 8)
    }

    @Test(
        "A room that does not move shows the same nodes until it is due",
        arguments: seeds)
    func idleRoom(seed: UInt64) {
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
            _ = room.applyIfAccepted(element)
        }
        #expect(rests > 0)
    }
}
