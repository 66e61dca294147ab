import Journal
import Stage
import TestSupport
import Testing
import Texts
import Timeline

@testable import Access
@testable import Cluster
@testable import History
@testable import LiveRooms
@testable import Monitoring
@testable import RoomRuntime
@testable import Server
@testable import Webhooks

@Suite("Rooms shared by several servers")
struct ShareTests {
    private func stored(_ seq: Int64, _ id: Text = "a", wall: Int64 = 0) -> StoredEvent {
        .sample(seq, id, wall: wall, time: Instant(microseconds: seq))
    }

    private func receipt(_ seq: Int64) -> Receipt { Receipt(stored(seq)) }

    // MARK: Order

    @Test("Events are processed in the log's order, whatever their order of arrival")
    func order() {
        var arrivals = Arrivals()
        for seq: Int64 in [3, 1, 2, 3] { _ = arrivals.add(Arrival(stored(seq))) }
        var taken: [Int64] = []
        while let next = arrivals[after: taken.last ?? 0] {
            taken.append(next.seq)
            arrivals.remove(next.seq)
        }
        #expect(taken == [1, 2, 3] && arrivals.isEmpty)
    }

    @Test("Events that were applied elsewhere are dropped, and events behind a gap stay")
    func drop() {
        var arrivals = Arrivals()
        for seq: Int64 in [4, 5, 7] { _ = arrivals.add(Arrival(stored(seq))) }
        #expect(arrivals.drop(upTo: 5).isEmpty)
        #expect(arrivals[after: 4] == nil && arrivals[after: 6]?.seq == 7)
    }

    @Test("The newest 256 receipts are kept")
    func receipts() {
        var receipts = Receipts()
        for seq: Int64 in 1...257 { receipts.note(receipt(seq)) }
        #expect(receipts[1] == nil && receipts[2]?.seq == 2 && receipts[257]?.seq == 257)
    }

    @Test("A task that waits for an event runs once, after the event is applied")
    func waiting() {
        let share = Share(horizon: Horizon(), isBorn: true)
        var done: [Int64] = []
        for seq: Int64 in [5, 3] { share.wait(for: seq) { done.append(seq) } }
        for seq: Int64 in [2, 3, 4, 9] { for body in share.takeWaiting(upTo: seq) { body() } }
        #expect(done == [3, 5] && !share.isAwaited)
    }

    /// A shared room with a pending gift, and the gift's event as another server recorded it.
    private func sharedGift(
        seq: Int64 = 1
    ) throws -> (IntakeScene, PendingEvent, StoredEvent) {
        let scene = try IntakeScene { _ in }
        scene.room.share = Share(horizon: Horizon(), isBorn: true)
        scene.gift("here", from: "Ann", id: "a")
        let pending = try #require(scene.room.pendingEvents["a"])
        let event = StoredEvent.sample(
            seq, "a", body: pending.body, wall: pending.wallTime.microseconds)
        return (scene, pending, event)
    }

    // Both servers received it in the same microsecond.
    @Test("An event that another server recorded is a repeat here, whatever is heard first")
    func sameMicrosecond() throws {
        for isToldFirst in [false, true] {
            let (scene, pending, event) = try sharedGift()
            if isToldFirst { _ = scene.order.hear(event, in: scene.room) }
            let verdict = Verdict(ticket: pending.ticket, result: .known(event))
            _ = scene.order.settle(pending, with: verdict)
            #expect(scene.answers == ["here": "shown"] && scene.repeats == ["here"])
            #expect(scene.room.seq == 1 && scene.intake.isIdle)
        }
    }

    @Test("A room is detached if it has an event that was lost and sent again")
    func lostAndSentAgain() throws {
        let (scene, pending, event) = try sharedGift()
        let again = StoredEvent.sample(1, "a", body: pending.body, wall: event.wallMicroseconds + 1)
        for (told, isDetached) in [(event, false), (event, false), (again, true)] {
            _ = scene.order.hear(told, in: scene.room)
            #expect((scene.room.share == nil) == isDetached)
        }
    }

    @Test("An event received here counts here even after an unconfirmed answer")
    func ownInDoubt() throws {
        let (scene, pending, event) = try sharedGift()
        scene.applier.doubt(pending, .unconfirmed(host: "here", missing: 1))
        #expect(scene.answers == ["here": "503"])
        #expect(scene.order.hear(event, in: scene.room))
        #expect(scene.intake.metrics.events.map(\.value) == [1])
        // The journal has resolved the doubt.
        _ = scene.order.settle(pending, with: .init(ticket: pending.ticket, result: .known(event)))
        #expect(scene.answers == ["here": "503"] && scene.room.seq == 1)
        #expect(scene.intake.doubtfulCount == 0 && scene.intake.isIdle)
    }

    // As after another server has recreated the room that this one should delete.
    @Test("A room is detached if it has another event at the position of a recorded one")
    func recordedElsewhere() throws {
        let (scene, pending, event) = try sharedGift()
        let other = StoredEvent.sample(1, "b", body: event.body, wall: 1)
        #expect(scene.order.hear(other, in: scene.room))
        let verdict = Verdict(ticket: pending.ticket, result: .recorded(seq: 1, time: .zero))
        #expect(scene.order.settle(pending, with: verdict) == false)
        #expect(scene.room.share == nil)
        #expect(scene.answers == ["here": "503"] && scene.intake.isIdle)
    }

    @Test("Two different events at one position detach the room")
    func twoAtOnePlace() throws {
        let (scene, pending, event) = try sharedGift(seq: 2)
        #expect(!scene.order.hear(stored(2, "b"), in: scene.room))
        let verdict = Verdict(ticket: pending.ticket, result: .known(event))
        #expect(scene.order.settle(pending, with: verdict) == false)
        #expect(scene.room.share == nil)
        #expect(scene.answers == ["here": "503"] && scene.intake.isIdle)
    }

    @Test(
        "A verdict from a time of doubt counts only if the log has its event",
        arguments: [(1, "503"), (2, "merged")])
    func heldVerdicts(seq: Int64, answer: Text) throws {
        let (scene, pending, event) = try sharedGift(seq: 2)
        scene.order.doubt(scene.room)
        let verdict = Verdict(ticket: pending.ticket, result: .known(event))
        #expect(scene.order.settle(pending, with: verdict) == false)
        scene.order.endDoubt(of: scene.room)
        let found = [
            StoredEvent.sample(1, "b", body: event.body, wall: 1),
            event,
        ]
        for event in found.prefix(Int(seq)) { _ = scene.order.hear(event, in: scene.room) }
        scene.order.settleHeld(of: scene.room, beside: [])
        #expect(scene.answers == ["here": answer] && scene.intake.isIdle)
        #expect(scene.room.seq == seq && scene.room.share?.arrivals.isEmpty == true)
    }

    @Test(
        "An overtaken configuration is retried once its successor is known, and at once in doubt",
        arguments: [false, true])
    func overtaken(isInDoubt: Bool) throws {
        let (scene, first, _) = try sharedGift()
        var againCount = 0
        let pending = PendingEvent(
            ticket: 101,
            submission: Submission(
                room: scene.room, id: "b", kind: first.submission.kind, admission: .server,
                again: { againCount += 1 }, completion: { _ in }))
        scene.intake.pendingByTicket[101] = pending
        if isInDoubt { scene.order.doubt(scene.room) }
        let verdict = Verdict(ticket: 101, result: .overtaken(basis: 2))
        #expect(scene.order.settle(pending, with: verdict) == false)
        #expect(againCount == 0 && scene.room.share?.isAwaited == !isInDoubt)
        scene.order.endDoubt(of: scene.room)
        scene.order.settleHeld(of: scene.room, beside: [])
        #expect(againCount == (isInDoubt ? 1 : 0))
        #expect(scene.room.share?.isAwaited == !isInDoubt)
    }

    @Test("A comparison's answer does not apply to a later room of the same name")
    func lives() throws {
        let (scene, _, _) = try sharedGift()
        let question = Comparison.Question(scene.room.records, scene.room.share)
        #expect(question.isOpen(in: scene.room.share))
        scene.room.restart(Configuration(), "{}")
        #expect(!question.isOpen(in: scene.room.share))
        #expect(
            Comparison.Question(scene.room.records, scene.room.share).isOpen(in: scene.room.share))
        scene.room.share = Share(horizon: Horizon(), isBorn: true, life: 1)
        #expect(
            !Comparison.Question(scene.room.records, scene.room.share).isOpen(
                in: try IntakeScene { _ in }.room.share))
    }

    @Test("An event heard during a doubt must be looked up again")
    func doubtful() throws {
        let share = Share(horizon: Horizon(), isBorn: true)
        _ = share.arrivals.add(Arrival(stored(9)))
        #expect(!share.hasDoubtful)
        share.doubt()
        #expect(share.hasDoubtful)
        share.endDoubt()
        #expect(!share.hasDoubtful)
    }

    // Wishes are repeated every second and are not kept while the log cannot be written.
    @Test("A log position precedes event records and nothing else")
    func landmarks() throws {
        let (scene, _, event) = try sharedGift()
        _ = scene.order.hear(event, in: scene.room)
        let records = scene.room.records.take()
        guard case .landmark(_, let landmark) = records.first else {
            Issue.record("\(records)")
            return
        }
        #expect(landmark == event.landmark && records.count > 1)
        scene.room.records.append(.wish(room: "main", .withdraw))
        #expect(scene.room.records.take().count == 1)
    }

    @Test("All requests that wait for one event behind a gap are answered once it closes")
    func manyRepeats() throws {
        let (scene, first, event) = try sharedGift(seq: 2)
        var answered = 0
        let others = (101...102).map { (ticket: UInt64) in
            PendingEvent(
                ticket: ticket,
                submission: Submission(
                    room: scene.room, id: "a", kind: first.submission.kind, admission: .server
                ) { _ in
                    answered += 1
                })
        }
        for pending in [first] + others {
            scene.intake.pendingByTicket[pending.ticket] = pending
            let verdict = Verdict(ticket: pending.ticket, result: .known(event))
            #expect(scene.order.settle(pending, with: verdict) == false)
        }
        #expect(scene.answers.isEmpty && answered == 0)
        let missing = StoredEvent.sample(1, "b", body: event.body, wall: 0)
        #expect(scene.order.hear(missing, in: scene.room))
        #expect(scene.answers.count == 1 && answered == 2)
        #expect(scene.room.seq == 2 && scene.intake.isIdle)
    }

    @Test("A request that waits for an unreadable event gets an error once")
    func unreadable() throws {
        let (scene, pending, _) = try sharedGift()
        let verdict = Verdict(ticket: pending.ticket, result: .known(stored(1)))
        #expect(scene.order.settle(pending, with: verdict) == false)
        #expect(scene.answers == ["here": "503"])
        #expect(scene.room.pendingEvents.isEmpty && scene.intake.isIdle)
    }

    @Test("A room is certain up to the log's watermark unless an event is missing")
    func certainty() {
        let horizon = Horizon()
        horizon.microseconds = 70
        let share = Share(horizon: horizon, isBorn: true)
        #expect(share.certainMicroseconds == nil)
        share.isInStep = true
        #expect(share.certainMicroseconds == 70)
        _ = share.arrivals.add(Arrival(stored(9)))
        #expect(share.certainMicroseconds == nil)
    }

    // MARK: Time

    @Test("A clock wish is sent once and repeated if it had no effect, and vouching continues")
    func wishes() {
        var wishes = Wishes()
        let (run, vouch) = (TimeWish.run(allAlong: false), TimeWish.vouch(microseconds: 3))
        var sent: [Bool] = []
        func say(_ wish: TimeWish, _ milliseconds: UInt64) {
            sent.append(wishes.say(wish, atNanoseconds: 1_000_000 * milliseconds))
        }
        for instant: UInt64 in [1000, 1001, 2000] { say(run, instant) }
        wishes.settle()
        for (wish, instant): (TimeWish, UInt64) in [(run, 2001), (vouch, 2002)] {
            say(wish, instant)
        }
        #expect(wishes.isVouching)
        wishes.settle()
        for (wish, instant): (TimeWish, UInt64) in [(vouch, 2003), (.withdraw, 2004)] {
            say(wish, instant)
        }
        #expect(sent == [true, false, true, true, true, false, true] && !wishes.isVouching)
    }

    // MARK: Comparison with the log

    private func found(
        seq: Int64, forgotten: Int64 = 0, _ events: [StoredEvent]
    ) -> Comparison.Found {
        .init(
            place: RoomPlace(
                seq: seq, forgottenSeq: forgotten,
                clock: RoomClock(offMicroseconds: 0, untilMicroseconds: nil),
                birthConfiguration: "{}"),
            events: events, hasMore: false, attendances: [:])
    }

    @Test("A log that contains the room's newest event agrees, and one that lost it does not")
    func agreement() {
        let question = Comparison.Question(
            room: "main", seq: 2,
            newest: .init(seq: 2, id: "b", wallMicroseconds: 0), life: 1, clockCount: 0,
            era: 0)
        #expect(question.agrees(with: found(seq: 2, [stored(2, "b")])))
        #expect(question.agrees(with: found(seq: 3, [stored(2, "b"), stored(3, "c")])))
        let later = [stored(3, "c"), stored(4, "d")]
        #expect(question.agrees(with: found(seq: 4, forgotten: 2, later)))
        #expect(!question.agrees(with: found(seq: 1, [])))
        #expect(!question.agrees(with: found(seq: 2, [stored(2, "x")])))
        // The event was lost and sent again while the room's clock stood still.
        #expect(!question.agrees(with: found(seq: 2, [stored(2, "b", wall: 1)])))
        #expect(!question.agrees(with: found(seq: 4, forgotten: 3, [stored(4, "d")])))
    }
}
