import Stage
import Testing
import Texts
import Timeline

@testable import Journal
@testable import SQLiteJournal
@testable import Server

/// What is taken and refused while others are on their way to a disk that stands still.
@Suite("Intake")
struct IntakeTests {
    @Test("What comes for a room that is cleared away waits, and is its first event")
    func renewal() throws {
        let scene = try IntakeScene { _ in }
        scene.gift("Ann", from: "Ann")
        scene.land()
        scene.intake.erasures.renew(scene.room) {
            scene.room.beginAnew(Configuration(), "{}")
        }
        scene.gift("Bob", from: "Bob", id: "b")
        scene.gift("Bob again", from: "Bob", id: "b")
        #expect(scene.answers == ["Ann": "shown"])
        scene.land()
        #expect(scene.answers == ["Ann": "shown", "Bob": "shown", "Bob again": "shown"])
        #expect(scene.room.seq == 1)
        #expect(try scene.log.events(of: "main", after: 0, limit: 9).map(\.id) == ["b"])
    }

    // One is shown, two wait: the fourth is the first that finds no place.
    @Test("Gifts on their way count as those before them will: exactly to the limit")
    func gifts() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 2
        }
        for sender: Text in ["Ann", "Bob", "Cid", "Dan"] { scene.gift(sender, from: sender) }
        #expect(scene.answers == ["Dan": "429"])
        scene.land()
        #expect(
            scene.answers == ["Ann": "shown", "Bob": "queued", "Cid": "queued", "Dan": "429"])
    }

    @Test("Gifts that go into combos on their way need no place, however many they are")
    func merging() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 1
        }
        for sender: Text in ["Ann", "Bob"] { scene.gift(sender, from: sender) }
        for number in 0..<50 { scene.gift("again \(number)", from: number < 25 ? "Ann" : "Bob") }
        scene.gift("Cid", from: "Cid")
        #expect(scene.answers == ["Cid": "429"])
        scene.land()
        #expect(scene.answers.count { $0.value == "merged" } == 50)
        #expect(scene.room.room.overview.queue.map(\.count) == [26])
    }

    @Test("What follows a clear on its way is judged by what the clear leaves")
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
        scene.land()
        #expect(
            scene.answers == ["Ann": "shown", "Bob": "429", "clear": "applied", "Cid": "shown"])
    }

    @Test("Calls on their way to a held room count to the limit of its wait")
    func calls() throws {
        let scene = try IntakeScene { _ in }
        scene.submit("hold", .control(.hold))
        scene.land()
        for number in 0..<999 { scene.submit("\(number)", .call(Person(name: "\(number)"))) }
        #expect(scene.answers.count == 1)
        scene.land()
        for name: Text in ["last", "too many"] { scene.submit(name, .call(Person(name: name))) }
        #expect(scene.answers["too many"] == "429")
        scene.land()
        #expect(scene.answers["last"] == "queued")
        #expect(scene.answers.count { $0.value == "queued" } == 1000)
    }

    @Test("Counters and captions on their way count by name and by slot")
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
        scene.land()
        #expect(scene.room.room.overview.counters.map(\.name) == ["a", "b"])
        #expect(scene.room.room.overview.captions.map(\.slot) == ["a", "b"])
    }

    // Each event is a mebibyte and half a kibibyte: the 64th goes over the limit, and is the last.
    @Test("What waits for the disk is bounded in bytes; nothing taken is lost, and it goes on")
    func backlog() throws {
        let scene = try IntakeScene { _ in }
        for number in 0..<70 {
            var update = CounterUpdate(to: Double(number))
            update.format.prefix = Text(String(repeating: "x", count: 1 << 20))
            scene.submit("\(number)", .counter(name: "a", update), id: "e\(number)")
        }
        #expect(scene.answers.count == 6 && scene.answers.values.allSatisfy { $0 == "503" })
        #expect(scene.journal.backlogBytes >= Journal.backlogLimitBytes)
        #expect(scene.journal.backlogBytes < Journal.backlogLimitBytes + 2 << 20)
        scene.land()
        #expect(scene.answers.count { $0.value == "applied" || $0.value == "shown" } == 64)
        #expect(scene.journal.backlogBytes == 0)
        scene.submit("again", .counter(name: "a", CounterUpdate(to: 1)), id: "e69")
        scene.land()
        #expect(scene.answers["again"] == scene.answers["0"])
        let ids = try scene.log.events(of: "main", after: 0, limit: 100, byteLimit: .max).map(\.id)
        #expect(ids == (0..<64).map { "e\($0)" } + ["e69"])
    }

    @Test("An id on its way is joined by its repeat where there is no place for another event")
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
        scene.land()
        #expect(
            scene.answers == [
                "first": "shown", "repeat": "shown", "other body": "409", "other id": "429",
            ])
    }

    // One is shown and 1,000 wait: what is refused then costs no look at each of them.
    @Test("A refusal takes the same time however many are on their way")
    func manyRefusals() throws {
        let scene = try IntakeScene {
            $0.gifts.channels = 1
            $0.gifts.queueLimit = 1000
        }
        for number in 0..<1001 { scene.gift("\(number)", from: "\(number)") }
        #expect(scene.answers.isEmpty)
        let taken = ContinuousClock().measure {
            for number in 0..<1000 { scene.gift("late \(number)", from: "late \(number)") }
        }
        #expect(scene.answers.count { $0.value == "429" } == 1000)
        // To go through them all each time would take ten seconds and more.
        #expect(taken < .seconds(5))
        // What merges with one of them needs no place.
        scene.gift("more", from: "1000")
        scene.land()
        #expect(scene.answers["0"] == "shown" && scene.answers["more"] == "merged")
        #expect(scene.answers.count { $0.value == "queued" } == 1000)
    }

    @Test("A room in which very much is due goes on by turns, and others are answered in between")
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
        scene.land()
        scene.submit("resume", .control(.resume))
        scene.gift("late", from: "late")
        scene.submit("elsewhere", .control(.skip), in: scene.other)
        scene.journal.settle()
        scene.intake.applyRecorded()
        // There is time for two milliseconds, twenty questions: 640 of 3,600 transitions.
        #expect(scene.answers["resume"] == "applied")
        #expect(scene.answers["elsewhere"] == "applied")
        #expect(scene.answers["late"] == nil)
        #expect(!scene.room.isSettled)
        var hasWaited = false
        scene.room.onceSettled { hasWaited = true }
        for _ in 0..<1000 where !scene.room.isSettled {
            #expect(!hasWaited)
            scene.unsettled.takeTurns()
        }
        #expect(hasWaited && scene.room.isSettled)
        #expect(scene.answers["late"] == "shown")
        #expect(scene.room.room.waitingCount == 0)
    }

    @Test("What frees a place on its way counts, until it has landed and after")
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
        scene.land()
        #expect(scene.answers["d"] == "shown" && scene.answers["e"] == "queued")
        scene.gift("g", from: "g")
        scene.land()
        #expect(scene.answers["g"] == "429")
    }

    @Test("Captions that are shown have 32,768 bytes in all, those on their way too")
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
        scene.land()
        #expect(scene.answers == ["a": "shown", "b": "shown", "c": "429", "d": "shown"])
        // What takes another's place frees its bytes.
        caption("a", 101)
        scene.land()
        caption("c", 9001)
        scene.land()
        #expect(scene.answers["c"] == "shown")
    }
}
