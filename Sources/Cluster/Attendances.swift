import Journal
import LiveRooms
import Texts

/// The viewers of one room at each server of a cluster, with their numbers and audio candidates, as far as this server
/// has heard.
struct Attendances {
    /// The name of this server.
    let server: Text
    /// The reports of other servers, by server.
    private(set) var others: [Text: Attendance] = [:]
    /// This server's report, as the log has sent it to all servers.
    private var own: Attendance?
    /// True once this server has read the reports from before it listened.
    private(set) var isRead = false
    /// The servers whose reports have come since the last reading began.
    private var fresh: Set<Text> = []

    init(server: Text) { self.server = server }

    /// Takes a server's report; nil: the room has no viewers there, or is not in memory there.
    mutating func take(_ attendance: Attendance?, of other: Text) {
        fresh.insert(other)
        set(attendance, of: other)
    }

    private mutating func set(_ attendance: Attendance?, of other: Text) {
        if other == server { own = attendance } else { others[other] = attendance }
    }

    /// Starts a reading of all reports from the log.
    mutating func beginReading() { fresh = [] }

    /// Ends a reading with its result. A report that has come in the meantime is newer than the result and stays.
    mutating func endReading(_ all: [Text: Attendance]) {
        isRead = true
        for name in Set(all.keys).union(others.keys).union([server]).subtracting(fresh) {
            set(all[name], of: name)
        }
    }

    /// The number of viewers at other servers.
    var otherCount: Int { others.viewerCount }

    /// The best audio candidate of other servers, and its server.
    var rival: (voice: Voice, server: Text)? {
        var best: (voice: Voice, server: Text)?
        for (server, attendance) in others {
            guard let voice = attendance.voice else { continue }
            let other = (voice: voice, server: server)
            if best.map({ Self.areInOrder(other, $0) }) ?? true { best = other }
        }
        return best
    }

    /// True if this server's candidate `voice` plays the room's audio: it comes before the candidates of all other
    /// servers, and so does the candidate that they have been told of. So two pages play the audio only while the
    /// reports are on their way.
    func isHeard(_ voice: Voice) -> Bool {
        guard isRead, let told = own?.voice else { return false }
        guard let rival else { return true }
        return [voice, told].allSatisfy { Self.areInOrder(($0, server), rival) }
    }

    private static func areInOrder(
        _ one: (voice: Voice, server: Text), _ other: (voice: Voice, server: Text)
    ) -> Bool {
        if one.voice.isHeard(before: other.voice) { return true }
        return !other.voice.isHeard(before: one.voice) && one.server < other.server
    }
}

/// The last report that this server has sent about a room's viewers.
struct Announcement {
    private var last: Attendance?
    /// True if all servers have the report. A report whose sending failed may have been sent or not.
    private var isCertain = true
    private var nanoseconds: UInt64 = 0

    /// A report expires after `Attendance.keptSeconds`; it is sent again well before that.
    private static let againNanoseconds: UInt64 = 30_000_000_000

    /// Returns true if this report must be sent now, and notes it as sent.
    mutating func say(_ attendance: Attendance?, atNanoseconds now: UInt64) -> Bool {
        guard !isCertain || attendance != last || isOld(atNanoseconds: now) else { return false }
        (last, isCertain, nanoseconds) = (attendance, true, now)
        return true
    }

    /// True if the last report must be sent again.
    func isOld(atNanoseconds now: UInt64) -> Bool {
        !isCertain || last != nil && now >= nanoseconds + Self.againNanoseconds
    }

    /// True if other servers may believe that the room has viewers here.
    var stands: Bool { !isCertain || last != nil }

    /// Notes that the report may be lost.
    mutating func doubt() { isCertain = false }
}

extension [Text: Attendance] {
    /// The number of viewers at all these servers.
    var viewerCount: Int { values.reduce(0) { $0 + $1.count } }
}
