import Journal
import Testing
import Texts

@testable import Cluster
@testable import LiveRooms
@testable import Server
@testable import Webhooks

@Suite("Viewers of a room at several servers")
struct AttendancesTests {
    private func voice(_ since: Int64, isActive: Bool = false, number: Int = 1) -> Voice {
        Voice(isActive: isActive, sinceMicroseconds: since, number: number)
    }

    private func attendance(_ count: Int, _ voice: Voice? = nil) -> Attendance {
        Attendance(count: count, voice: voice, details: "[]")
    }

    @Test("Exactly one viewer has the audio output: an active one first, then the oldest")
    func order() {
        let voices = [voice(1), voice(2), voice(3, isActive: true), voice(4, isActive: true)]
        let priority = [2, 3, 0, 1]
        // Each server computes its answer from the remaining viewers.
        for removedCount in 0...priority.count {
            let left = priority.dropFirst(removedCount)
            let winners = left.filter { here in
                var attendances = Attendances(server: "\(here)")
                attendances.endReading([:])
                for other in left { attendances.take(attendance(1, voices[other]), of: "\(other)") }
                return attendances.isHeard(voices[here])
            }
            #expect(winners == Array(left.prefix(1)))
        }
    }

    @Test("If two viewers connect at the same time, one of them has the audio output")
    func tie() {
        let priority = [("a", "b"), ("b", "a")].map { (here: Text, other: Text) in
            var attendances = Attendances(server: here)
            attendances.endReading([:])
            for server in [here, other] { attendances.take(attendance(1, voice(5)), of: server) }
            return attendances.isHeard(voice(5))
        }
        #expect(priority.count { $0 } == 1)
    }

    @Test("No viewer has the audio output before all servers know about it")
    func knowledge() {
        var attendances = Attendances(server: "here")
        attendances.take(attendance(1, voice(7)), of: "here")
        #expect(!attendances.isHeard(voice(7)))
        attendances.beginReading()
        attendances.endReading(["here": attendance(1, voice(7))])
        #expect(attendances.isHeard(voice(7)))
        attendances.take(attendance(1, voice(8)), of: "there")
        #expect(attendances.isHeard(voice(7)) && attendances.isHeard(voice(6)))
        // The other servers still have the candidate of time 7, which comes first.
        #expect(!attendances.isHeard(voice(9)))
        attendances.take(nil, of: "here")
        #expect(!attendances.isHeard(voice(7)))
    }

    @Test("News received during a read overrides the values that were read")
    func reading() {
        var attendances = Attendances(server: "here")
        for server: Text in ["a", "b", "removedCount"] {
            attendances.take(attendance(1), of: server)
        }
        attendances.beginReading()
        attendances.take(attendance(5), of: "a")
        attendances.take(nil, of: "left")
        attendances.endReading([
            "a": attendance(2), "b": attendance(3), "left": attendance(4), "here": attendance(9),
        ])
        #expect(attendances.otherCount == 8)
        #expect(attendances.others == ["a": attendance(5), "b": attendance(3)])
    }

    @Test("An announcement is sent once, and again when it is old or may be lost")
    func announcement() {
        var announcement = Announcement()
        func isSent(_ count: Int, _ seconds: UInt64) -> Bool {
            let attendance = count > 0 ? attendance(count) : nil
            return announcement.say(attendance, atNanoseconds: seconds * 1_000_000_000)
        }
        var sent = [(0, 1 as UInt64), (1, 1), (1, 2), (2, 3)].map { isSent($0.0, $0.1) }
        #expect(sent == [false, true, false, true] && announcement.stands)
        let late = UInt64(Attendance.keptSeconds)
        #expect(announcement.isOld(atNanoseconds: late * 1_000_000_000))
        sent = [isSent(2, late), isSent(2, late)]
        announcement.doubt()
        sent += [isSent(2, late), isSent(0, late)]
        #expect(sent == [true, false, true, true] && !announcement.stands)
        #expect(!announcement.isOld(atNanoseconds: 10 * late * 1_000_000_000))
        announcement.doubt()
        #expect(announcement.stands)
        sent = [isSent(0, late), isSent(0, late)]
        #expect(sent == [true, false] && !announcement.stands)
    }

    @Test("A server counts as cut off before other servers may remove it")
    func cutOff() {
        let horizon = Horizon()
        horizon.heardNanoseconds = 10_000_000_000
        #expect(!horizon.isCutOff(atNanoseconds: 11_000_000_000))
        #expect(horizon.isCutOff(atNanoseconds: 12_900_000_000))
    }
}
