import Journal
import Texts

/// Who watches a room at which of the servers that share it, as far as this one has been told.
struct Attendances {
    /// This server.
    let server: Text
    /// What others say.
    private(set) var others: [Text: Attendance] = [:]
    /// What all have been told of this one.
    private var own: Attendance?
    /// Whether it has been read what others had said before this one listened.
    private(set) var isRead = false
    /// Who has said something since that was last asked for.
    private var fresh: Set<Text> = []

    init(server: Text) { self.server = server }

    /// A server says who watches the room there; nil: nobody, or it is there no more.
    mutating func take(_ attendance: Attendance?, of other: Text) {
        fresh.insert(other)
        set(attendance, of: other)
    }

    private mutating func set(_ attendance: Attendance?, of other: Text) {
        if other == server { own = attendance } else { others[other] = attendance }
    }

    /// From here on it is being read what all say.
    mutating func beginReading() { fresh = [] }

    /// It has been read. Who has said something meanwhile has said it later.
    mutating func endReading(_ all: [Text: Attendance]) {
        isRead = true
        for name in Set(all.keys).union(others.keys).union([server]).subtracting(fresh) {
            set(all[name], of: name)
        }
    }

    /// How many watch it at other servers.
    var otherCount: Int { others.viewerCount }

    /// The voice that would be heard if nobody watched here, and the server where it is.
    var rival: (voice: Voice, server: Text)? {
        var best: (voice: Voice, server: Text)?
        for (server, attendance) in others {
            guard let voice = attendance.voice else { continue }
            let other = (voice: voice, server: server)
            if best.map({ Self.areInOrder(other, $0) }) ?? true { best = other }
        }
        return best
    }

    /// Whether a voice of this server is heard rather than all others. All of them must have been told that this server
    /// has one that is: so no two are heard, but for the moment in which that comes to them.
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

/// What a server has said last of who watches a room.
struct Announcement {
    private var last: Attendance?
    /// Whether all have that; what was refused may have been taken.
    private var isCertain = true
    private var nanoseconds: UInt64 = 0

    /// Well within the time for which it holds.
    private static let againNanoseconds: UInt64 = 30_000_000_000

    /// Whether this is to be said now; then it has been.
    mutating func say(_ attendance: Attendance?, atNanoseconds now: UInt64) -> Bool {
        guard !isCertain || attendance != last || isOld(atNanoseconds: now) else { return false }
        (last, isCertain, nanoseconds) = (attendance, true, now)
        return true
    }

    /// Whether what was said has to be said again.
    func isOld(atNanoseconds now: UInt64) -> Bool {
        !isCertain || last != nil && now >= nanoseconds + Self.againNanoseconds
    }

    /// Whether anybody may take it that somebody watches here.
    var stands: Bool { !isCertain || last != nil }

    /// It may have been lost.
    mutating func doubt() { isCertain = false }
}

extension [Text: Attendance] {
    /// How many watch at all of these servers.
    var viewerCount: Int { values.reduce(0) { $0 + $1.count } }
}
