import Dispatch
import Journal
import Texts
import Transport

/// Tells the servers that share a log who watches rooms at this one, and takes in what they tell.
///
/// Belongs to the loop's thread; writes on another.
final class Attending {
    private let log: any SharedLog
    private let rooms: Rooms
    private let horizon: Horizon
    private let queue = DispatchQueue(label: "ovation.attending", qos: .userInitiated)
    private let done: Mailbox<[Text]?>
    /// Rooms of which there may be something to say.
    private var due: Set<Text> = []
    /// Those of which something is being said.
    private var saying: [Text] = []
    /// Another one may be heard in a room now.
    private let changed: (LiveRoom) -> Void
    private var timer: LoopTimer!
    private var wasCutOff = true

    /// Of so many rooms it is said at once.
    private static let roomsAtOnce = 128
    private static let periodNanoseconds: UInt64 = 250_000_000
    /// Rooms whose word has to be said again are looked for every so many periods.
    private static let periodsPerRound = 4
    private var period = 0

    init(
        log: any SharedLog, rooms: Rooms, horizon: Horizon, loop: EventLoop,
        wake: @escaping @Sendable () -> Void, changed: @escaping (LiveRoom) -> Void
    ) throws(TransportError) {
        (self.log, self.rooms, self.horizon, self.changed) = (log, rooms, horizon, changed)
        done = Mailbox(wake: wake)
        timer = try loop.makeTimer { [unowned self] _ in look(atNanoseconds: LoopTimer.now) }
        timer.arm(
            atNanoseconds: LoopTimer.now + Self.periodNanoseconds,
            everyNanoseconds: Self.periodNanoseconds)
    }

    // MARK: What this server says

    /// Who watches a room may be others now.
    func note(_ room: LiveRoom) {
        guard room.isShared else { return }
        due.insert(room.name)
        sayNext()
    }

    /// Nobody knows any more what this server has said.
    private func sayAgain(_ room: LiveRoom) {
        guard room.share?.announcement.stands == true || !room.audience.viewers.isEmpty else {
            return
        }
        room.share?.announcement.doubt()
        note(room)
    }

    /// A room is here no more.
    func went(_ room: LiveRoom) {
        guard room.share?.announcement.stands == true else { return }
        due.insert(room.name)
        sayNext()
    }

    private func sayNext() {
        guard saying.isEmpty, !due.isEmpty else { return }
        let now = LoopTimer.now
        var words: [(name: Text, attendance: Attendance?)] = []
        while words.count < Self.roomsAtOnce, let name = due.popFirst() {
            guard let room = rooms.glimpse(name) else {
                words.append((name, nil))
                continue
            }
            let attendance = room.attendance
            if room.share?.announcement.say(attendance, atNanoseconds: now) == true {
                words.append((name, attendance))
            }
        }
        guard !words.isEmpty else { return }
        saying = words.map(\.name)
        queue.async { [log, done, words] in
            do throws(JournalError) {
                try log.attend(words)
                done.put(nil)
            } catch {
                done.put(words.map(\.name))
            }
        }
    }

    /// Goes on once something has been said. What could not be is said again a little later.
    func deliver() {
        for failed in done.takeAll() {
            saying = []
            for name in failed ?? [] { rooms.glimpse(name)?.share?.announcement.doubt() }
            if failed == nil { sayNext() }
        }
    }

    private func look(atNanoseconds now: UInt64) {
        period += 1
        if period.isMultiple(of: Self.periodsPerRound) {
            for room in rooms.all where room.share?.announcement.isOld(atNanoseconds: now) == true {
                due.insert(room.name)
            }
        }
        sayNext()
        let isCutOff = horizon.isCutOff(atNanoseconds: now)
        guard isCutOff != wasCutOff else { return }
        wasCutOff = isCutOff
        for room in rooms.all where room.audience.voice != nil { changed(room) }
    }

    // MARK: What others say

    func take(_ attendance: Attendance?, of room: LiveRoom, at server: Text) {
        room.share?.attendances.take(attendance, of: server)
        changed(room)
    }

    /// What all say of a room has been read.
    func take(_ all: [Text: Attendance], of room: LiveRoom) {
        room.share?.attendances.endReading(all)
        changed(room)
        sayAgain(room)
    }

    /// A server is there that was not: if it is this one, nobody knows what it had said.
    func take(newcomer server: Text) {
        guard server == log.server else { return }
        for room in rooms.all { sayAgain(room) }
    }

    func take(gone server: Text) {
        for room in rooms.all where room.share?.attendances.others[server] != nil {
            room.share?.attendances.take(nil, of: server)
            changed(room)
        }
    }

    /// Has pages load themselves anew that are shown by other servers.
    func reload(_ viewer: Text, of room: Text) {
        queue.async { [log] in try? log.reload(viewer, of: room) }
    }
}

extension LiveRoom {
    /// Who watches it here, as other servers are told; nil: nobody.
    var attendance: Attendance? {
        guard !audience.viewers.isEmpty else { return nil }
        return Attendance(
            count: audience.viewers.count, voice: audience.voice?.voice,
            details: ViewersDocument.details(audience))
    }

    /// How many watch it, at all servers.
    var viewerCount: Int { audience.viewers.count + (share?.attendances.otherCount ?? 0) }

    /// Whether the one viewer that would be heard here is heard: not, if another server has one that comes before
    /// it, or if others can't know of it.
    func isVoiceHeard(atNanoseconds now: UInt64) -> Bool {
        guard let share else { return true }
        guard let voice = audience.voice?.voice else { return false }
        return !share.horizon.isCutOff(atNanoseconds: now) && share.attendances.isHeard(voice)
    }
}

extension Viewer {
    fileprivate var voice: Voice {
        Voice(isActive: isActive, sinceMicroseconds: sinceMicroseconds, number: number)
    }
}
