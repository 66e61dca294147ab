package import Broadcast
import Dispatch
package import Journal
package import LiveRooms
package import Logging
package import Monitoring
import RoomRuntime
package import Settings
package import Texts
package import Transport

/// Keeps this server's rooms in step with a log that several servers share, by applying other servers' records and
/// comparing rooms with the log after gaps.
///
/// Used only on the event loop's thread; it listens and reads on other threads. It has many stored properties because the
/// log's news concern all parts of a room.
package final class ClusterSync: ResultReceiver {
    let watermark = Watermark()
    private let log: any SharedLog
    private let rooms: Rooms
    private let applier: EventApplier
    private(set) var order: SharedOrder!
    private let news: Mailbox<News>
    private let compared: Mailbox<Comparison>
    private let queue = DispatchQueue(label: "ovation.comparing")
    private let listening: any Listening
    /// `comparing` has the rooms that are queued for a comparison or in one, `queued` is their queue, and
    /// `underWayCount` is the number in progress.
    private var comparing: Set<Text> = []
    /// Rooms to compare once more, because their present comparison may be outdated.
    private var again: Set<Text> = []
    private var queued = ComparisonOrder()
    private var underWayCount = 0
    /// Rooms that have got an event before an earlier one.
    private var gaps: Set<Text> = []
    private var gapTimer: LoopTimer!
    private var wishTimer: LoopTimer!
    private(set) var presence: Presence!
    /// True while the connection to the log is lost, so that other servers' events do not come.
    package private(set) var isDeaf = false
    /// The number of comparisons since the start.
    private var comparisonCount = 0
    /// The number of rooms that have come into memory.
    private var instanceCount = 0
    /// The number of the log's present run, and the time at which this server noticed it, on the monotonic clock.
    private var run: Int
    private var runNanoseconds: UInt64?

    private let removal: RoomRemoval
    private let frameScheduler: FrameScheduler
    private let settings: Settings
    private let metrics: Metrics
    private let logger: Logger
    /// Reloads the page of one viewer of a room, or with `all` of every viewer.
    private let reload: (RoomOutput, Text) -> Void
    /// The time for which a missing event may be on its way.
    private static let patienceNanoseconds: UInt64 = 20_000_000
    /// A room that is loaded within this time after the start of a run may have been read from the previous run.
    private static let readingNanoseconds: UInt64 = 10_000_000_000
    private static let wishNanoseconds: UInt64 = 1_000_000_000
    /// The number of comparisons before the queue is checked again for urgent rooms.
    private static let comparedAtOnce = 128
    /// The delay before a failed comparison is repeated.
    private static let retryNanoseconds: UInt64 = 1_000_000_000

    /// - Parameter viewerDetails: Returns the details of viewers for other servers.
    package init(
        log: any SharedLog, rooms: Rooms, applier: EventApplier, removal: RoomRemoval,
        frameScheduler: FrameScheduler, settings: Settings, metrics: Metrics, journal: Journal,
        loop: EventLoop, logger: Logger, wake: @escaping @Sendable () -> Void,
        viewerDetails: @escaping (Audience) -> Text, reload: @escaping (RoomOutput, Text) -> Void
    ) throws(TransportError) {
        (self.log, self.rooms, self.applier, self.removal) = (log, rooms, applier, removal)
        (self.frameScheduler, self.settings) = (frameScheduler, settings)
        (self.metrics, self.logger, self.reload) = (metrics, logger, reload)
        let news = Mailbox<News>(wake: wake)
        self.news = news
        run = log.runCount
        compared = Mailbox(wake: wake)
        listening = log.listen { news.put($0) }
        gapTimer = try loop.makeTimer { [unowned self] _ in closeGaps() }
        wishTimer = try loop.makeTimer { [unowned self] _ in
            wish(atNanoseconds: LoopTimer.now) { journal.write($0) }
        }
        wishTimer.arm(
            atNanoseconds: LoopTimer.now + Self.wishNanoseconds,
            everyNanoseconds: Self.wishNanoseconds)
        presence = try Presence(
            log: log, rooms: rooms, watermark: watermark, loop: loop, wake: wake,
            details: viewerDetails,
            changed: { [unowned frameScheduler] in frameScheduler.settleSpeaker(of: $0) })
        order = SharedOrder(
            applier, gap: { [unowned self] in note(gapIn: $0) },
            noticeRuns: { [unowned self] in noticeRuns() })
        connect()
    }

    /// Connects this with the parts that every server has.
    private func connect() {
        applier.intake.order = order
        frameScheduler.attendanceChanged = { [unowned self] in presence.note($0) }
        frameScheduler.isVoiceHeard = { $0.isVoiceHeard(atNanoseconds: LoopTimer.now) }
        rooms.came = { [unowned self] room in
            instanceCount += 1
            room.replica = RoomReplica(
                watermark: watermark, isBorn: room.seq > 0, server: log.server,
                instance: instanceCount)
            listening.follow(room.name)
            let age = runNanoseconds.map { LoopTimer.now - $0 } ?? .max
            if age < Self.readingNanoseconds { doubt(room) }
        }
        rooms.went = { [unowned self] room in
            listening.leave(room.name)
            presence.went(room.output)
        }
    }

    package func stop() { listening.stop() }

    /// The delay of the log's news in microseconds, and the number of comparisons.
    package var health: (lagMicroseconds: Int64, comparisons: Int) {
        (max(log.clock.now - watermark.microseconds, 0), comparisonCount)
    }

    /// Repeats the wishes about rooms' clocks that have not been fulfilled or must be renewed.
    private func wish(atNanoseconds now: UInt64, _ write: ([Record]) -> Void) {
        for room in rooms.all where room.output.setClock(atNanoseconds: now) {
            write(room.records.take())
        }
    }

    // MARK: News

    /// No client waits for the news of other servers.
    package var isIdle: Bool { true }

    /// Handles the log's news and the results of comparisons.
    package func deliver() {
        var touched: [LiveRoom] = []
        let pieces = news.takeAll()
        noticeRuns()
        presence.deliver()
        for piece in pieces {
            if let room = follow(piece), touched.last !== room { touched.append(room) }
        }
        for comparison in compared.takeAll() {
            comparing.remove(comparison.room)
            underWayCount -= 1
            let isAgain = again.remove(comparison.room) != nil
            guard let room = rooms.glimpse(comparison.room) else { continue }
            settle(comparison, in: room)
            if isAgain, !room.residency.isDetached { compare(room) }
            touched.append(room)
        }
        compareNext()
        applier.show(touched)
    }

    /// Handles a piece of news; returns the room that it changed.
    private func follow(_ piece: News) -> LiveRoom? {
        switch piece {
        case .time(let time, let server, _):
            isDeaf = false
            watermark.microseconds = max(watermark.microseconds, time)
            if server == log.server { watermark.heardNanoseconds = LoopTimer.now }
        case .came(let server): presence.take(newcomer: server)
        case .gone(let server): presence.take(gone: server)
        case .watched(let name, let server, let attendance):
            if let room = rooms.glimpse(name) {
                presence.take(attendance, of: room.output, at: server)
            }
        case .reload(let name, let viewer, let server):
            if server != log.server, let room = rooms.glimpse(name) {
                reload(room.output, viewer)
            }
        case .deaf: isDeaf = true
        case .settings: break
        case .missedAny: for room in rooms.all { compare(room) }
        case .missed(let name): if let room = rooms.glimpse(name) { compare(room) }
        case .event(let name, let event):
            guard let room = rooms.glimpse(name), order.hear(event, in: room) else { return nil }
            return room
        case .clock(let name, let clock):
            guard let room = rooms.glimpse(name) else { return nil }
            room.follow(clock)
            frameScheduler.clockChanged(of: room.output)
            return room
        case .born(let name, let configuration, let clock):
            guard let room = rooms.glimpse(name) else { return nil }
            return begin(birth: configuration, clock, of: room)
        case .erased(let name):
            guard let room = rooms.glimpse(name), room.seq > 0,
                !room.residency.registration.isLeaving
            else {
                return nil
            }
            removal.forget(room)
        case .differs(let name):
            if let room = rooms.glimpse(name), !room.residency.registration.isLeaving {
                metrics.divergences += 1
                logger.error(
                    "servers have made different things of the events of room \(room.name)")
                removal.reload(room)
            }
        case .spent(let name):
            guard let room = rooms.glimpse(name), room.seq > 0,
                !room.residency.registration.isLeaving
            else {
                return nil
            }
            rooms.renew(room)
            return room
        }
        return nil
    }

    /// Sets the configuration and clock with which a room begins in the log.
    private func begin(
        birth document: Text, _ clock: RoomClock, of room: LiveRoom
    ) -> LiveRoom? {
        // Two servers may have begun the room at the same time, and the log took one of them.
        let isOther = room.seq > 0 && room.records.birthConfiguration != document
        guard !isOther, let configuration = try? Recovery.birth(document) else {
            removal.reload(room)
            return nil
        }
        room.follow(birth: configuration, document, clock)
        frameScheduler.clockChanged(of: room.output)
        return room
    }

    // MARK: Comparisons

    /// After a restart of the log, marks all rooms as unconfirmed and compares them with the log.
    private func noticeRuns() {
        guard log.runCount != run else { return }
        run = log.runCount
        runNanoseconds = LoopTimer.now
        for room in rooms.all { doubt(room) }
        settings.doubt()
    }

    private func doubt(_ room: LiveRoom) {
        order.doubt(room)
        compare(room)
    }

    private func note(gapIn room: LiveRoom) {
        guard gaps.insert(room.name).inserted, gaps.count == 1 else { return }
        gapTimer.arm(atNanoseconds: LoopTimer.now + Self.patienceNanoseconds)
    }

    private func closeGaps() {
        let names = gaps
        gaps = []
        for name in names {
            if let room = rooms.glimpse(name), room.isBehind { compare(room) }
        }
    }

    private func compare(_ room: LiveRoom) {
        room.replica?.isInStep = false
        guard comparing.insert(room.name).inserted else {
            again.insert(room.name)
            return
        }
        queued.add(room.name)
        compareNext()
    }

    private func compareNext() {
        while underWayCount == 0, !queued.isEmpty {
            let names = queued.take(Self.comparedAtOnce) { name in
                rooms.glimpse(name)?.isWaitedFor ?? false
            }
            // The reading begins now, so earlier requests to compare these rooms are served by it.
            again.subtract(names)
            let questions = names.compactMap { name in
                guard let room = rooms.glimpse(name) else {
                    comparing.remove(name)
                    return nil as Comparison.Question?
                }
                room.replica?.attendances.beginReading()
                return Comparison.Question(room.records, room.replica)
            }
            comparisonCount += questions.count
            underWayCount = questions.count
            queue.async { [log, compared] in
                for question in questions { compared.put(question.ask(log)) }
            }
        }
    }

    private func settle(_ comparison: Comparison, in room: LiveRoom) {
        let question = comparison.question
        guard case .success(let found) = comparison.found else {
            gaps.insert(room.name)
            return gapTimer.arm(atNanoseconds: LoopTimer.now + Self.retryNanoseconds)
        }
        presence.take(found.attendances, of: room.output)
        guard question.isOpen(in: room.replica) else { return compare(room) }
        // Events that came while the room was unconfirmed are dropped although the log may have them, so the room must
        // be compared once more.
        let isCut = room.replica?.hasDoubtful == true
        defer { if isCut, !room.residency.isDetached { compare(room) } }
        guard let place = found.place else {
            // The log has no such room: it does not exist yet, or it was erased.
            if room.seq > 0, question.seq > 0 { return removal.reload(room) }
            let mayFollow = room.seq > 0 || room.hasGap
            if room.hasGap { order.dropArrivals(of: room) }
            room.replica?.isInStep = !mayFollow
            order.endDoubt(of: room)
            order.settleHeld(of: room, beside: [])
            // The room may have begun since, and its first event may be missed.
            if mayFollow { compare(room) }
            return
        }
        guard question.agrees(with: found), !room.residency.registration.isLeaving else {
            return removal.reload(room)
        }
        if question.newest == nil, question.seq == room.seq, let first = found.events.first,
            first.seq == room.seq
        {
            room.records.recognize(first.landmark)
        }
        order.endDoubt(of: room)
        defer { order.settleHeld(of: room, beside: found.events) }
        if room.seq == 0, room.replica?.isBorn == false {
            guard begin(birth: place.birthConfiguration, place.clock, of: room) != nil else {
                return
            }
        } else if room.replica?.clockCount == question.clockCount {
            room.follow(place.clock)
            frameScheduler.clockChanged(of: room.output)
        } else {
            return compare(room)
        }
        for event in found.events { _ = order.hear(event, in: room) }
        room.replica?.isInStep = room.seq >= place.seq || !found.hasMore
        if found.hasMore { compare(room) }
    }
}

extension Recovery {
    /// For a shared log, which decides whether the time of rooms runs.
    package init(sharedLog log: any SharedLog) {
        self.init(log: log) { room, stored in
            if room.records.newest == nil, room.seq > stored.forgottenSeq {
                // A read error is reported when servers compare the room.
                let newest = try? log.events(of: room.name, after: room.seq - 1, limit: 1).first
                if let newest { room.records.recognize(newest.landmark) }
            }
            room.timeline.collectMilestones()
        }
    }
}

extension LiveRoom {
    /// True if an event of the room was missed, or may have been missed.
    fileprivate var isBehind: Bool {
        replica.map { !$0.isInStep || $0.isAwaited } ?? false || hasGap
    }

    /// True if a client waits for the answer to an event.
    fileprivate var isWaitedFor: Bool { !pendingEvents.isEmpty || replica?.isAwaited == true }

    /// True if an event has come before an earlier one.
    var hasGap: Bool {
        guard let replica else { return false }
        return !replica.arrivals.isEmpty && replica.arrivals[after: seq] == nil
    }
}
