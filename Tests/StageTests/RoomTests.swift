import Foundation
import TestSupport
import Testing
import Texts
import Timeline

@testable import Stage

@Suite("Room")
struct RoomTests {
    // MARK: Control

    @Test("While the room is on hold, queues fill and no row enters, but shown rows continue")
    func hold() throws {
        var script = Script()
        try script.gift("Ann", "Rose", 2, at: 0)
        try script.control(.hold, at: 0.1)
        #expect(script.room.isHeld)
        #expect(try script.gift("Bob", "Rose", at: 0.2) == .queued(position: 1))
        #expect(try script.gift("Ann", "Rose", at: 0.2) == .merged(into: "e1"))
        #expect(script.senders(at: 0.5) == "Ann")
        // Three pops end at 1.75. One combo waits, so the rest takes 2.4 s.
        #expect(script.row(0, at: 1.5)?.gift?.count == 3)
        #expect(script.row(0, at: 4.15)?.left == 24)
        #expect(script.senders(at: 4.4 - tick) == "Ann")
        #expect(script.frame(at: 4.4).nodes.isEmpty)
        #expect(script.frame(at: 100).nodes.isEmpty)
    }

    @Test("Transitions without duration can be performed in parts with the same result")
    func parts() throws {
        var configuration = Configuration()
        configuration.gifts.entrance = .zero
        configuration.gifts.pop = .zero
        configuration.gifts.settle = .zero
        configuration.gifts.linger = .zero
        configuration.gifts.exit = .zero
        var whole = Room(configuration: configuration)
        func event(_ kind: Event.Kind) -> Event { Event(seq: 1, id: "e", kind: kind) }
        _ = try whole.apply(event(.control(.hold)), at: .zero)
        for number in 0..<100 {
            let sender = Person(name: Text("\(number)"))
            let gift = Gift(sender: sender, item: GiftItem(name: "Rose"), count: 1)
            _ = try whole.apply(event(.gift(gift)), at: .zero)
        }
        var parted = whole
        #expect(try whole.apply(event(.control(.resume)), at: .zero) == .applied)
        #expect(try parted.take(event(.control(.resume))) == .applied)
        var parts = 1
        while !parted.advance(to: .zero, while: { false }) {
            #expect(parted.due == .zero)
            parts += 1
        }
        // 100 combos enter, pop, rest and leave. These are 400 transitions, 32 in each part.
        #expect(parts == 13)
        #expect(parted.waitingCount == 0)
        #expect(parted == whole)
    }

    @Test("On resume, idle channels take combos from the queue, lowest channel first")
    func resume() throws {
        var script = Script()
        try script.control(.hold, at: 0)
        for name: Text in ["Ann", "Bob", "Cid"] { try script.gift(name, "Rose", at: 1) }
        try script.control(.resume, at: 2)
        #expect(!script.room.isHeld)
        #expect(script.senders(at: 2) == "Ann Bob")
        #expect(script.row(0, at: 2.125)?.left == -76)
    }

    @Test("A skip makes all rows leave, and the queue follows")
    func skip() throws {
        var script = Script()
        for name: Text in ["Ann", "Bob", "Cid"] { try script.gift(name, "Rose", at: 0) }
        try script.control(.skip, at: 1)
        #expect(script.row(0, at: 1.125)?.left == 144)
        #expect(script.row(1, at: 1.125)?.left == 144)
        #expect(script.senders(at: 1.25 - tick) == "Ann Bob")
        #expect(script.senders(at: 1.25) == "Cid")
    }

    @Test("A clear empties the stage and the queues at once, and a hold stays in effect")
    func clear() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.call("Cid", at: 0)
        try script.control(.hold, at: 1)
        try script.control(.clear, at: 1)
        #expect(script.frame(at: 1).nodes.isEmpty)
        #expect(script.frame(at: 10).nodes.isEmpty)
        #expect(script.room.due == nil)
        #expect(try script.gift("Ann", "Rose", at: 2) == .queued(position: 1))
        try script.control(.resume, at: 3)
        #expect(script.senders(at: 3) == "Ann")
    }

    // MARK: Configuration

    @Test("A surplus channel finishes its combo and takes no other")
    func fewerChannels() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.configure(at: 1) { $0.gifts.channels = 1 }
        #expect(try script.gift("Cid", "Rose", at: 1) == .queued(position: 1))
        #expect(try script.gift("Dan", "Rose", at: 1) == .queued(position: 2))
        #expect(script.senders(at: 4 - tick) == "Ann Bob")
        #expect(script.senders(at: 4) == "Cid")
        // One combo waits when Cid's pop ends at 4.75, so the rest takes 2.4 s.
        #expect(script.senders(at: 7.4 - tick) == "Cid")
        #expect(script.senders(at: 7.4) == "Dan")
    }

    @Test("Added channels take combos from the queue at once, lowest channel first")
    func moreChannels() throws {
        var script = Script { $0.gifts.channels = 1 }
        for name: Text in ["Ann", "Bob", "Cid", "Dan"] { try script.gift(name, "Rose", at: 0) }
        try script.configure(at: 1) { $0.gifts.channels = 3 }
        #expect(script.senders(at: 1) == "Ann Bob Cid")
        #expect(script.row(1, at: 1.125)?.left == -76)
    }

    @Test("Added channels take no combo while the room is on hold")
    func moreChannelsWhileHeld() throws {
        var script = Script { $0.gifts.channels = 1 }
        for name: Text in ["Ann", "Bob"] { try script.gift(name, "Rose", at: 0) }
        try script.control(.hold, at: 1)
        try script.configure(at: 1) { $0.gifts.channels = 2 }
        #expect(script.senders(at: 1) == "Ann")
    }

    @Test("New positions and sizes apply at once")
    func geometryAtOnce() throws {
        var script = Script()
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.configure(at: 0.125) {
            $0.gifts.x = 100
            $0.gifts.y = 10
            $0.gifts.width = 300
            $0.gifts.height = 60
            $0.gifts.gap = 5
            $0.gifts.exitShift = -80
        }
        let entering = try #require(script.row(1, at: 0.125))
        #expect((entering.left, entering.top) == (-50, 75))
        #expect(entering.width == Hundredths(300) && entering.height == Hundredths(60))
        #expect(script.row(1, at: 3.75)?.left == 100)
        try script.configure(at: 3.875) { $0.gifts.exitShift = 40 }
        #expect(script.row(0, at: 3.875)?.left == 120)
    }

    @Test("New durations, scales and curves apply to segments that start later")
    func durationsLater() throws {
        var script = Script()
        try script.gift("Ann", "Rose", 2, at: 0)
        try script.configure(at: 0.1) { $0.gifts.entrance = Duration(seconds: 2) }
        #expect(script.row(0, at: 0.25)?.left == 24)
        try script.configure(at: 0.3) {
            $0.gifts.popScale = 5
            $0.gifts.dipScale = 0.5
            $0.gifts.pop = Duration(seconds: 0.5)
            $0.gifts.settle = Duration(seconds: 0.5)
            $0.gifts.settleDamping = 1
            $0.gifts.settleVelocity = 0
        }
        // The pop from 0.25 keeps its shape. The next one, from 0.75 to 1.75, has the new shape.
        #expect(script.row(0, at: 0.375)?.gift?.scale == 3)
        #expect(script.row(0, at: 0.5)?.gift?.scale == 0.7)
        #expect(script.row(0, at: 0.75)?.gift?.count == 2)
        #expect(script.row(0, at: 1)?.gift?.scale == 5)
        #expect(script.row(0, at: 1.25)?.gift?.scale == 0.5)
        // mpmath computed 0.5 + 0.5 · spring(1, 0, 0.5) after 0.1 s.
        #expect(script.row(0, at: 1.35)?.gift?.scale == 0.701)
        try script.configure(at: 2) {
            $0.gifts.linger = Duration(seconds: 1)
            $0.gifts.exit = Duration(seconds: 1)
        }
        // The row rests from 1.75 for 3 s, and its exit takes 1 s.
        #expect(script.row(0, at: 4.75)?.left == 24)
        #expect(script.row(0, at: 5.25)?.left == 144)
        #expect(script.row(0, at: 5.75) == nil)
    }

    @Test("Disabling gifts empties their rows and queue at once and skips new gifts")
    func disabled() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", at: 0)
        try script.gift("Bob", "Rose", at: 0)
        try script.call("Cid", at: 0)
        try script.configure(at: 1) { $0.gifts.enabled = false }
        #expect(script.frame(at: 1).nodes.map(\.id) == ["call/Cid"])
        #expect(try script.gift("Dan", "Rose", at: 1) == .skipped(.disabled))
        try script.configure(at: 2) { $0.gifts.enabled = true }
        #expect(script.frame(at: 2).nodes.map(\.id) == ["call/Cid"])
        #expect(try script.gift("Dan", "Rose", at: 2) == .shown)
    }

    @Test("A lower queue limit drops no waiting combo")
    func lowerQueueLimit() throws {
        var script = Script { $0.gifts.channels = 1 }
        for name: Text in ["Ann", "Bob", "Cid"] { try script.gift(name, "Rose", at: 0) }
        try script.configure(at: 1) { $0.gifts.queueLimit = 1 }
        #expect(throws: Refusal.queueFull(limit: 1)) { try script.gift("Dan", "Rose", at: 1) }
        try script.configure(at: 2) { $0.gifts.channels = 3 }
        #expect(script.senders(at: 2) == "Ann Bob Cid")
    }

    // MARK: Time

    @Test("A frame lists its nodes in drawing order, not in order of arrival")
    func drawingOrder() throws {
        var script = Script()
        try script.call("Bob", at: 0)
        try script.gift("Ann", "Rose", at: 0)
        #expect(script.frame(at: 1).nodes.map(\.id) == ["gifts/0", "call/Bob"])
        #expect(script.frame(at: 1).time == Instant(1))
    }

    @Test("An event from the past is applied now, and room time never goes back")
    func lateEvent() throws {
        var script = Script()
        script.room.advance(to: Instant(10))
        try script.gift("Ann", "Rose", at: 3)
        #expect(script.room.now == Instant(10))
        #expect(script.row(0, at: 10.125)?.left == -76)
        script.room.advance(to: Instant(2))
        #expect(script.room.now == Instant(10))
    }

    @Test("A room reports whether it moves and when its next transition is due")
    func movement() throws {
        var script = Script()
        #expect(script.room.due == nil)
        #expect(!script.room.isMoving)
        try script.gift("Ann", "Rose", at: 0)
        #expect(script.room.isMoving)
        #expect(script.room.due == Instant(0.25))
        script.room.advance(to: Instant(1))
        #expect(!script.room.isMoving)
        #expect(script.room.due == Instant(3.75))
        script.room.advance(to: Instant(4))
        #expect(script.room.due == nil)
        #expect(!script.room.isMoving)
    }

    @Test("A refused event changes only the time")
    func refusal() throws {
        var script = Script {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        try script.gift("Ann", "Rose", 3, at: 0)
        var untouched = script.room
        untouched.advance(to: Instant(0.6))
        #expect(throws: Refusal.self) { try script.gift("Bob", "Rose", at: 0.6) }
        #expect(throws: Refusal.self) { try script.apply(.tap(call: "x"), at: 0.6) }
        #expect(script.room == untouched)
    }

    @Test("A room restored in the middle of an animation continues without a difference")
    func state() throws {
        var script = Script { $0.gifts.channels = 1 }
        try script.gift("Ann", "Rose", 40, at: 0)
        for name: Text in ["Bob", "Cid", "Dan"] { try script.gift(name, "Tulip", 3, at: 0.1) }
        for name: Text in ["Eve", "Fay", "Gus", "Hal"] { try script.call(name, at: 0.2) }
        try script.control(.hold, at: 0.3)
        try script.call("Ida", at: 0.3)
        for at in [0.2, 0.31, 0.4, 0.6, 1.0, 5.3, 14.1] {
            var original = script.room
            original.advance(to: Instant(at))
            var copy = Room(configuration: original.configuration, state: original.state)
            #expect(copy == original)
            for frame in 0..<600 {
                let instant = original.now + Duration(microseconds: 16_667)
                original.advance(to: instant)
                copy.advance(to: instant)
                #expect(copy.frame == original.frame, "frame \(frame) after \(at) s")
            }
        }
    }
}
