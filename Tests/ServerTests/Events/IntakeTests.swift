import Glibc
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Cluster
@testable import History
@testable import Journal
@testable import LiveRooms
@testable import RoomRuntime
@testable import SQLiteJournal
@testable import Server
@testable import Webhooks

/// Accepting and rejecting events while earlier events wait for a blocked disk.
@Suite("Intake of events")
struct IntakeTests {
    @Test("An event for a room that starts over waits and becomes the room's first event")
    func renewal() throws {
        let scene = try IntakeScene { _ in }
        scene.gift("Ann", from: "Ann")
        scene.finish()
        scene.intake.erasures.renew(scene.room.residency) {
            scene.room.restart(Configuration(), "{}")
        }
        scene.gift("Bob", from: "Bob", id: "b")
        scene.gift("Bob again", from: "Bob", id: "b")
        #expect(scene.answers == ["Ann": "shown"])
        scene.finish()
        #expect(scene.answers == ["Ann": "shown", "Bob": "shown", "Bob again": "shown"])
        #expect(scene.room.seq == 1)
        #expect(try scene.log.events(of: "main", after: 0, limit: 9).map(\.id) == ["b"])
    }

    // One gift is shown and two wait; the fourth exceeds the limit.
    @Test("Pending gifts count toward the queue limit")
    func gifts() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 2
        }
        for sender: Text in ["Ann", "Bob", "Cid", "Dan"] { scene.gift(sender, from: sender) }
        #expect(scene.answers == ["Dan": "429"])
        scene.finish()
        #expect(
            scene.answers == ["Ann": "shown", "Bob": "queued", "Cid": "queued", "Dan": "429"])
    }

    @Test("Pending gifts that merge into combos take no place in the queue")
    func merging() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 1
        }
        for sender: Text in ["Ann", "Bob"] { scene.gift(sender, from: sender) }
        for number in 0..<50 { scene.gift("again \(number)", from: number < 25 ? "Ann" : "Bob") }
        scene.gift("Cid", from: "Cid")
        #expect(scene.answers == ["Cid": "429"])
        scene.finish()
        #expect(scene.answers.count { $0.value == "merged" } == 50)
        #expect(scene.room.room.overview.queue.map(\.count) == [26])
    }

    @Test("Events after a pending clear are judged by the cleared room")
    func clearing() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        scene.gift("Ann", from: "Ann")
        scene.gift("Bob", from: "Bob")
        scene.submit("clear", .control(.clear))
        scene.gift("Cid", from: "Cid")
        #expect(scene.answers == ["Bob": "429"])
        scene.finish()
        #expect(
            scene.answers == ["Ann": "shown", "Bob": "429", "clear": "applied", "Cid": "shown"])
    }

    @Test("Pending calls to a paused room count toward the limit of 1,000")
    func calls() throws {
        let scene = try IntakeScene { _ in }
        scene.submit("hold", .control(.hold))
        scene.finish()
        for number in 0..<999 { scene.submit("\(number)", .call(Person(name: "\(number)"))) }
        #expect(scene.answers.count == 1)
        scene.finish()
        for name: Text in ["last", "too many"] { scene.submit(name, .call(Person(name: name))) }
        #expect(scene.answers["too many"] == "429")
        scene.finish()
        #expect(scene.answers["last"] == "queued")
        #expect(scene.answers.count { $0.value == "queued" } == 1000)
    }

    @Test("Pending counters and captions count by name and by slot")
    func rows() throws {
        let scene = try IntakeScene {
            $0.counters.max = 2
            $0.captions.max = 2
        }
        for name: Text in ["a", "b", "a", "c"] {
            scene.submit("counter \(name)", .counter(name: name, CounterUpdate(to: 1)))
            var caption = Caption(text: name)
            caption.slot = name
            scene.submit("caption \(name)", .caption(caption))
        }
        #expect(scene.answers == ["counter c": "429", "caption c": "429"])
        scene.finish()
        #expect(scene.room.room.overview.counters.map(\.name) == ["a", "b"])
        #expect(scene.room.room.overview.captions.map(\.slot) == ["a", "b"])
    }

    // Each event takes a mebibyte and half a kibibyte, so the 64th event exceeds the limit and is
    // the last one accepted.
    @Test("Events waiting for the disk are limited in bytes, and no accepted event is lost")
    func backlog() throws {
        let scene = try IntakeScene(backlogLimitBytes: 8 << 20) { _ in }
        for number in 0..<70 {
            var update = CounterUpdate(to: Double(number))
            update.format.prefix = Text(String(repeating: "x", count: 128 << 10))
            scene.submit("\(number)", .counter(name: "a", update), id: "e\(number)")
        }
        #expect(scene.answers.count == 6 && scene.answers.values.allSatisfy { $0 == "503" })
        #expect(scene.journal.backlogBytes >= scene.journal.backlogLimitBytes)
        #expect(scene.journal.backlogBytes < scene.journal.backlogLimitBytes + 256 << 10)
        scene.finish()
        #expect(scene.answers.count { $0.value == "applied" || $0.value == "shown" } == 64)
        #expect(scene.journal.backlogBytes == 0)
        scene.submit("again", .counter(name: "a", CounterUpdate(to: 1)), id: "e69")
        scene.finish()
        #expect(scene.answers["again"] == scene.answers["0"])
        let ids = try scene.log.events(of: "main", after: 0, limit: 100, byteLimit: .max).map(\.id)
        #expect(ids == (0..<64).map { "e\($0)" } + ["e69"])
    }

    @Test("A repeat of a pending event is accepted even without a free place")
    func repeats() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 0
        }
        scene.gift("first", from: "Ann", id: "a")
        scene.gift("repeat", from: "Ann", id: "a")
        scene.gift("other body", from: "Bob", id: "a")
        scene.gift("other id", from: "Bob", id: "b")
        #expect(scene.answers == ["other body": "409"])
        scene.finish()
        #expect(
            scene.answers == [
                "first": "shown", "repeat": "shown", "other body": "409", "other id": "429",
            ])
    }

    /// The processor time in seconds that `body` takes on this thread, however busy the machine is.
    private func processorSeconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let begin = now()
        body()
        return now() - begin
    }

    /// A scene with one gift on its way to the stage and this many on their way to the queue, and the
    /// processor time of 1,000 rejected gifts.
    private func rejections(pending count: Int) throws -> (IntakeScene, seconds: Double) {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = count
        }
        for number in 0...count { scene.gift("\(number)", from: "\(number)") }
        #expect(scene.answers.isEmpty)
        let seconds = processorSeconds {
            for number in 0..<1000 { scene.gift("late \(number)", from: "late \(number)") }
        }
        #expect(scene.answers.count { $0.value == "429" } == 1000)
        return (scene, seconds)
    }

    // A search through all pending events would take about a hundred times longer.
    @Test("A rejection does not get slower with the number of pending events")
    func manyRefusals() throws {
        let few = try rejections(pending: 10).seconds
        let (scene, many) = try rejections(pending: 1000)
        #expect(many < 20 * few, "\(many) s with 1,000 pending events, \(few) s with 10")
        // A gift that merges takes no place.
        scene.gift("more", from: "1000")
        scene.finish()
        #expect(scene.answers["0"] == "shown" && scene.answers["more"] == "merged")
        #expect(scene.answers.count { $0.value == "queued" } == 1000)
    }

    @Test("A room with much to advance takes turns, and other rooms are answered in between")
    func turns() throws {
        let scene = try IntakeScene {
            $0.gifts.queueLimit = 1000
            $0.gifts.entrance = .zero
            $0.gifts.pop = .zero
            $0.gifts.settle = .zero
            $0.gifts.linger = .zero
            $0.gifts.exit = .zero
        }
        scene.submit("hold", .control(.hold))
        for number in 0..<900 { scene.gift("\(number)", from: "\(number)") }
        scene.finish()
        scene.submit("resume", .control(.resume))
        scene.gift("late", from: "late")
        scene.submit("elsewhere", .control(.skip), in: scene.other)
        scene.journal.settle()
        scene.applier.deliver()
        // The budget of two milliseconds allows twenty readings of the time: 640 of 3,600
        // transitions.
        #expect(scene.answers["resume"] == "applied")
        #expect(scene.answers["elsewhere"] == "applied")
        #expect(scene.answers["late"] == nil)
        #expect(!scene.room.timeline.isSettled)
        var hasWaited = false
        scene.room.timeline.onceSettled { hasWaited = true }
        for _ in 0..<1000 where !scene.room.timeline.isSettled {
            #expect(!hasWaited)
            scene.catchUpQueue.takeTurns()
        }
        #expect(hasWaited && scene.room.timeline.isSettled)
        #expect(scene.answers["late"] == "shown")
        #expect(scene.room.room.waitingCount == 0)
    }

    @Test("A place freed by a pending event counts before and after it is recorded")
    func freeing() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 1
        }
        for name: Text in ["a", "b", "c"] { scene.gift(name, from: name) }
        #expect(scene.answers == ["c": "429"])
        scene.submit("clear", .control(.clear))
        scene.gift("d", from: "d")
        scene.gift("e", from: "e")
        scene.gift("f", from: "f")
        #expect(scene.answers == ["c": "429", "f": "429"])
        scene.finish()
        #expect(scene.answers["d"] == "shown" && scene.answers["e"] == "queued")
        scene.gift("g", from: "g")
        scene.finish()
        #expect(scene.answers["g"] == "429")
    }

    @Test("Shown and pending captions together are limited to 32,768 bytes")
    func captionBytes() throws {
        let scene = try IntakeScene { _ in }
        func caption(_ slot: Text, _ bytes: Int) {
            var caption = Caption(
                text: Text("e" + String(repeating: "\u{301}", count: (bytes - 1) / 2)))
            caption.slot = slot
            scene.submit(slot, .caption(caption))
        }
        caption("a", 15_999)
        caption("b", 15_999)
        caption("c", 1001)
        #expect(scene.answers == ["c": "429"])
        caption("d", 769)
        scene.finish()
        #expect(scene.answers == ["a": "shown", "b": "shown", "c": "429", "d": "shown"])
        // A caption that replaces another frees its bytes.
        caption("a", 101)
        scene.finish()
        caption("c", 9001)
        scene.finish()
        #expect(scene.answers["c"] == "shown")
    }

    // The journal has not said yet that the pending delivery is a repeat.
    @Test("A refused delivery can't be approved while a repeat of it is on its way")
    func refusedDelivery() throws {
        let scene = try IntakeScene { _ in }
        let gift = Gift(sender: Person(name: "Ann"), item: GiftItem(name: "Rose"), count: 1)
        let hold = Event.Kind.hold(
            HeldEvent(source: "kofi", wallMicroseconds: 0, kinds: [.gift(gift)]))
        scene.submit("delivery", hold, id: "k")
        scene.finish()
        scene.submit("refuse", .takeBack(TakenBack(id: "k", seq: 1)), id: "takeBack:k")
        scene.finish()
        scene.gift("other", from: "Bob")
        scene.submit("repeat", hold, id: "k")
        scene.submit("approve", .gift(gift, mark: .approved("k")), id: "approved:k")
        scene.finish()
        #expect(scene.repeats == ["repeat"])
        #expect(scene.answers["approve"] == "404")
        let events = try scene.log.events(of: "main", after: 0, limit: 9, byteLimit: 1 << 20)
        #expect(events.map(\.id).prefix(2) == ["k", "takeBack:k"] && events.count == 3)
    }

    @Test("A card that was dismissed can't be tapped while a repeat of its call is on its way")
    func dismissedCard() throws {
        let scene = try IntakeScene { _ in }
        let call = Event.Kind.call(Person(name: "Ann"), mark: nil)
        scene.submit("call", call, id: "c")
        scene.submit("other", .call(Person(name: "Bob"), mark: nil), id: "d")
        scene.finish()
        scene.submit("dismiss", .dismiss(call: "c"))
        scene.finish()
        scene.submit("first tap", .tap(call: "d"))
        scene.submit("repeat", call, id: "c")
        scene.submit("second tap", .tap(call: "c"))
        scene.finish()
        #expect(scene.repeats == ["repeat"])
        #expect(scene.answers["first tap"] == "applied" && scene.answers["second tap"] == "404")
    }
}
