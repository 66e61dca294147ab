import Broadcast
import Dispatch
import Journal
import LiveRooms
import RoomRuntime
import Texts
import Transport

/// Exchanges reports with the other servers of a cluster about how many viewers watch each room, and which of them may
/// play its audio.
///
/// Used only on the event loop's thread; it writes on another thread.
final class Attending {
    private let log: any SharedLog
    private let rooms: Rooms
    private let horizon: Horizon
    private let queue = DispatchQueue(label: "ovation.attending")
    private let done: Mailbox<[Text]?>
    /// Rooms whose reports may have to be sent.
    private var due: Set<Text> = []
    /// Rooms whose reports are being sent.
    private var saying: [Text] = []
    /// Returns the details of viewers for other servers.
    private let details: (Audience) -> Text
    /// Called with a room whose audio output may have changed.
    private let changed: (RoomOutput) -> Void
    private var timer: LoopTimer!
    private var wasCutOff = true

    /// The maximum number of reports in one write.
    private static let roomsAtOnce = 128
    private static let periodNanoseconds: UInt64 = 250_000_000
    /// The number of periods between two searches for reports that must be sent again.
    private static let periodsPerRound = 4
    private var period = 0

    init(
        log: any SharedLog, rooms: Rooms, horizon: Horizon, loop: EventLoop,
        wake: @escaping @Sendable () -> Void, details: @escaping (Audience) -> Text,
        changed: @escaping (RoomOutput) -> Void
    ) throws(TransportError) {
        (self.log, self.rooms, self.horizon) = (log, rooms, horizon)
        (self.details, self.changed) = (details, changed)
        done = Mailbox(wake: wake)
        timer = try loop.makeTimer { [unowned self] _ in look(atNanoseconds: LoopTimer.now) }
        timer.arm(
            atNanoseconds: LoopTimer.now + Self.periodNanoseconds,
            everyNanoseconds: Self.periodNanoseconds)
    }

    // MARK: Own reports

    /// Sends a report about a room whose viewers may have changed.
    func note(_ room: RoomOutput) {
        guard room.share != nil else { return }
        due.insert(room.name)
        sayNext()
    }

    /// Sends the report again, because other servers may have lost it.
    private func sayAgain(_ room: RoomOutput) {
        guard room.share?.announcement.stands == true || !room.audience.viewers.isEmpty else {
            return
        }
        room.share?.announcement.doubt()
        note(room)
    }

    /// Reports that a room has left the memory of this server.
    func went(_ room: RoomOutput) {
        guard room.share?.announcement.stands == true else { return }
        due.insert(room.name)
        sayNext()
    }

    /// The report about a room's viewers for other servers; nil: it has none.
    private func attendance(of room: RoomOutput) -> Attendance? {
        let audience = room.audience
        guard !audience.viewers.isEmpty else { return nil }
        return Attendance(
            count: audience.viewers.count, voice: audience.voice?.voice,
            details: details(audience))
    }

    private func sayNext() {
        guard saying.isEmpty, !due.isEmpty else { return }
        let now = LoopTimer.now
        var words: [(name: Text, attendance: Attendance?)] = []
        while words.count < Self.roomsAtOnce, let name = due.popFirst() {
            guard let room = rooms.glimpse(name)?.output else {
                words.append((name, nil))
                continue
            }
            let attendance = attendance(of: room)
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

    /// Continues after a report has been sent. A report that failed is sent again a little later.
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
        for room in rooms.all where room.output.audience.voice != nil { changed(room.output) }
    }

    // MARK: Reports of other servers

    func take(_ attendance: Attendance?, of room: RoomOutput, at server: Text) {
        room.share?.attendances.take(attendance, of: server)
        changed(room)
    }

    /// Takes the reports of all servers about a room that have been read from the log.
    func take(_ all: [Text: Attendance], of room: RoomOutput) {
        room.share?.attendances.endReading(all)
        changed(room)
        sayAgain(room)
    }

    /// Sends all reports again if the log had forgotten this server.
    func take(newcomer server: Text) {
        guard server == log.server else { return }
        for room in rooms.all { sayAgain(room.output) }
    }

    func take(gone server: Text) {
        for room in rooms.all where room.share?.attendances.others[server] != nil {
            room.share?.attendances.take(nil, of: server)
            changed(room.output)
        }
    }

    /// Makes pages of other servers' viewers reload: those of one viewer, or of all with `all`.
    func reload(_ viewer: Text, of room: Text) {
        queue.async { [log] in try? log.reload(viewer, of: room) }
    }
}

extension RoomOutput {
    /// True if this server's candidate plays the room's audio. False if another server has a better candidate, or if
    /// this server is cut off from the others.
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
