import Dispatch
import Journal
import Texts
import Transport

/// Has rooms follow what other servers write to a log that is shared with them.
///
/// Belongs to the loop's thread; listens and reads on others.
final class Sharing {
    let horizon = Horizon()
    private let log: any SharedLog
    private let rooms: Rooms
    private let intake: Intake
    private let news: Mailbox<News>
    private let compared: Mailbox<Comparison>
    private let queue = DispatchQueue(label: "ovation.comparing", qos: .userInitiated)
    private let listening: any Listening
    /// Rooms that are to be compared, and which of them are next; of so many it is being done.
    private var comparing: Set<Text> = []
    /// Those that are to be compared once more: what is asked may be too old.
    private var again: Set<Text> = []
    private var order = ComparisonOrder()
    private var underWayCount = 0
    /// Rooms of which something has come and something before it has not.
    private var gaps: Set<Text> = []
    private var gapTimer: LoopTimer!
    private var wishTimer: LoopTimer!
    private(set) var attending: Attending!
    /// Whether nothing is told by now: what other servers write is not seen.
    private(set) var isDeaf = false
    /// How often a room was compared with the log.
    private var comparisonCount = 0
    /// How many rooms have come into memory.
    private var lifeCount = 0
    /// The run of what keeps the log, and when it was noticed, in nanoseconds of the monotonic clock.
    private var run: Int
    private var runNanoseconds: UInt64?

    /// What is done by whoever made this.
    struct Consequences {
        /// Another server has erased a room.
        let erased: (LiveRoom) -> Void
        /// A room is not as the log has it.
        let lost: (LiveRoom) -> Void
        /// Servers have made different things of a room's events.
        let differs: (LiveRoom) -> Void
        /// A room's time runs otherwise.
        let clockChanged: (LiveRoom) -> Void
        /// The log may have lost something.
        let doubtful: () -> Void
        /// Another viewer may be heard in a room.
        let speakerChanged: (LiveRoom) -> Void
        /// Another server has a viewer's page load itself anew, or with `all` those of all.
        let reloads: (LiveRoom, Text) -> Void
    }

    private let consequences: Consequences
    /// What is missing may be on its way for so long.
    private static let patienceNanoseconds: UInt64 = 20_000_000
    /// A room that comes into memory so soon after another run began may have been read from the last one.
    private static let readingNanoseconds: UInt64 = 10_000_000_000
    private static let wishNanoseconds: UInt64 = 1_000_000_000
    /// So many rooms are compared before it is looked again in which somebody waits.
    private static let comparedAtOnce = 128
    /// What failed is tried again after so long.
    private static let retryNanoseconds: UInt64 = 1_000_000_000

    init(
        log: any SharedLog, rooms: Rooms, intake: Intake, loop: EventLoop, journal: Journal,
        wake: @escaping @Sendable () -> Void, consequences: Consequences
    ) throws(TransportError) {
        (self.log, self.rooms, self.intake, self.consequences) = (log, rooms, intake, consequences)
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
        attending = try Attending(
            log: log, rooms: rooms, horizon: horizon, loop: loop, wake: wake,
            changed: consequences.speakerChanged)
        intake.gap = { [unowned self] in note(gapIn: $0) }
        intake.noticeRuns = { [unowned self] in noticeRuns() }
        rooms.came = { [unowned self] room in
            lifeCount += 1
            room.share = Share(
                horizon: horizon, isBorn: room.seq > 0, server: self.log.server, life: lifeCount)
            listening.follow(room.name)
            let age = runNanoseconds.map { LoopTimer.now - $0 } ?? .max
            if age < Self.readingNanoseconds { doubt(room) }
        }
        rooms.went = { [unowned self] room in
            listening.leave(room.name)
            attending.went(room)
        }
    }

    func stop() { listening.stop() }

    /// How far behind the log what is told of it is, and how often rooms were compared with it.
    var health: (lagMicroseconds: Int64, comparisons: Int) {
        (max(log.clock.now - horizon.microseconds, 0), comparisonCount)
    }

    /// What is wished of rooms' times is wished again, so long as it is.
    private func wish(atNanoseconds now: UInt64, _ write: ([Record]) -> Void) {
        for room in rooms.all where room.setClock(atNanoseconds: now) { write(room.takeRecords()) }
    }

    // MARK: What is told

    /// Takes in what has been told, and what was read.
    func deliver() {
        var touched: [LiveRoom] = []
        let pieces = news.takeAll()
        noticeRuns()
        attending.deliver()
        for piece in pieces {
            if let room = follow(piece), touched.last !== room { touched.append(room) }
        }
        for comparison in compared.takeAll() {
            comparing.remove(comparison.room)
            underWayCount -= 1
            let isAgain = again.remove(comparison.room) != nil
            guard let room = rooms.glimpse(comparison.room) else { continue }
            settle(comparison, in: room)
            if isAgain, !room.isLetGo { compare(room) }
            touched.append(room)
        }
        compareNext()
        intake.show(touched)
    }

    /// Does as a piece of news says; returns the room that it changed.
    private func follow(_ piece: News) -> LiveRoom? {
        switch piece {
        case .time(let time, let server, _):
            isDeaf = false
            horizon.microseconds = max(horizon.microseconds, time)
            if server == log.server { horizon.heardNanoseconds = LoopTimer.now }
        case .came(let server): attending.take(newcomer: server)
        case .gone(let server): attending.take(gone: server)
        case .watched(let name, let server, let attendance):
            if let room = rooms.glimpse(name) { attending.take(attendance, of: room, at: server) }
        case .reload(let name, let viewer, let server):
            if server != log.server, let room = rooms.glimpse(name) {
                consequences.reloads(room, viewer)
            }
        case .deaf: isDeaf = true
        case .settings: break
        case .missedAny: for room in rooms.all { compare(room) }
        case .missed(let name): if let room = rooms.glimpse(name) { compare(room) }
        case .event(let name, let event):
            guard let room = rooms.glimpse(name), intake.hear(event, in: room) else { return nil }
            return room
        case .clock(let name, let clock):
            guard let room = rooms.glimpse(name) else { return nil }
            room.follow(clock)
            consequences.clockChanged(room)
            return room
        case .born(let name, let configuration, let clock):
            guard let room = rooms.glimpse(name) else { return nil }
            return begin(birth: configuration, clock, of: room)
        case .erased(let name):
            guard let room = rooms.glimpse(name), room.seq > 0, !room.provision.isLeaving else {
                return nil
            }
            consequences.erased(room)
        case .differs(let name):
            if let room = rooms.glimpse(name), !room.provision.isLeaving {
                consequences.differs(room)
            }
        case .spent(let name):
            guard let room = rooms.glimpse(name), room.seq > 0, !room.provision.isLeaving else {
                return nil
            }
            rooms.renew(room)
            return room
        }
        return nil
    }

    /// A room began in the log, with this configuration and clock.
    private func begin(
        birth document: Text, _ clock: RoomClock, of room: LiveRoom
    ) -> LiveRoom? {
        // Two servers may have begun it at once, of which one did.
        let isOther = room.seq > 0 && room.birthConfiguration != document
        guard !isOther, let configuration = try? Recovery.birth(document) else {
            consequences.lost(room)
            return nil
        }
        room.follow(birth: configuration, document, clock)
        consequences.clockChanged(room)
        return room
    }

    // MARK: What may have been missed

    /// Has all rooms be compared with a log that may have lost something of them.
    private func noticeRuns() {
        guard log.runCount != run else { return }
        run = log.runCount
        runNanoseconds = LoopTimer.now
        for room in rooms.all { doubt(room) }
        consequences.doubtful()
    }

    private func doubt(_ room: LiveRoom) {
        intake.doubt(room)
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
        room.share?.isInStep = false
        guard comparing.insert(room.name).inserted else {
            again.insert(room.name)
            return
        }
        order.add(room.name)
        compareNext()
    }

    private func compareNext() {
        while underWayCount == 0, !order.isEmpty {
            let names = order.take(Self.comparedAtOnce) { name in
                rooms.glimpse(name)?.isWaitedFor ?? false
            }
            // They are asked from here on.
            again.subtract(names)
            let questions = names.compactMap { name in
                guard let room = rooms.glimpse(name) else {
                    comparing.remove(name)
                    return nil as Comparison.Question?
                }
                room.share?.attendances.beginReading()
                return Comparison.Question(room)
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
        attending.take(found.attendances, of: room)
        guard question.isOpen(in: room) else { return compare(room) }
        // What was told and said meanwhile may be of what the log has now, and goes with the doubt.
        let isCut = room.share?.hasDoubtful == true
        defer { if isCut, !room.isLetGo { compare(room) } }
        guard let place = found.place else {
            // The log has no such room: it has not begun, or is gone.
            if room.seq > 0, question.seq > 0 { return consequences.lost(room) }
            let mayFollow = room.seq > 0 || room.hasGap
            if room.hasGap { intake.dropArrivals(of: room) }
            room.share?.isInStep = !mayFollow
            intake.endDoubt(of: room)
            intake.settleHeld(of: room, beside: [])
            // It may have begun since, and what comes first be missed.
            if mayFollow { compare(room) }
            return
        }
        guard question.agrees(with: found), !room.provision.isLeaving else {
            return consequences.lost(room)
        }
        if question.newest == nil, question.seq == room.seq, let first = found.events.first,
            first.seq == room.seq
        {
            room.recognize(first.landmark)
        }
        intake.endDoubt(of: room)
        defer { intake.settleHeld(of: room, beside: found.events) }
        if room.seq == 0, room.share?.isBorn == false {
            guard begin(birth: place.birthConfiguration, place.clock, of: room) != nil else {
                return
            }
        } else if room.share?.clockCount == question.clockCount {
            room.follow(place.clock)
            consequences.clockChanged(room)
        } else {
            return compare(room)
        }
        for event in found.events { _ = intake.hear(event, in: room) }
        room.share?.isInStep = room.seq >= place.seq || !found.hasMore
        if found.hasMore { compare(room) }
    }
}

extension LiveRoom {
    /// Whether something that came to it has been missed, or may have been.
    fileprivate var isBehind: Bool {
        share.map { !$0.isInStep || $0.isAwaited } ?? false || hasGap
    }

    /// Whether somebody waits for the answer to an event.
    fileprivate var isWaitedFor: Bool { !pendingEvents.isEmpty || share?.isAwaited == true }

    /// Whether something has come to it and something before that has not.
    var hasGap: Bool {
        guard let share else { return false }
        return !share.arrivals.isEmpty && share.arrivals[after: seq] == nil
    }
}
