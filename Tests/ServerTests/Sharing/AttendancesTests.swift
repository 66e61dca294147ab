import Journal
import Testing
import Texts

@testable import Server

@Suite("Who watches a room at which server")
struct AttendancesTests {
    private func voice(_ since: Int64, isActive: Bool = false, number: Int = 1) -> Voice {
        Voice(isActive: isActive, sinceMicroseconds: since, number: number)
    }

    private func attendance(_ count: Int, _ voice: Voice? = nil) -> Attendance {
        Attendance(count: count, voice: voice, details: "[]")
    }

    @Test("Whoever is active is heard before others, then the oldest; exactly one of all is")
    func order() {
        let voices = [voice(1), voice(2), voice(3, isActive: true), voice(4, isActive: true)]
        let heard = [2, 3, 0, 1]
        // As each of the servers sees it, with those that are left.
        for gone in 0...heard.count {
            let left = heard.dropFirst(gone)
            let winners = left.filter { here in
                var attendances = Attendances(server: "\(here)")
                attendances.endReading([:])
                for other in left { attendances.take(attendance(1, voices[other]), of: "\(other)") }
                return attendances.isHeard(voices[here])
            }
            #expect(winners == Array(left.prefix(1)))
        }
    }

    @Test("Of two that came at once one is heard")
    func tie() {
        let heard = [("a", "b"), ("b", "a")].map { (here: Text, other: Text) in
            var attendances = Attendances(server: here)
            attendances.endReading([:])
            for server in [here, other] { attendances.take(attendance(1, voice(5)), of: server) }
            return attendances.isHeard(voice(5))
        }
        #expect(heard.count { $0 } == 1)
    }

    @Test("Nobody is heard before all know of it, and before this server knows of all")
    func knowledge() {
        var attendances = Attendances(server: "here")
        attendances.take(attendance(1, voice(7)), of: "here")
        #expect(!attendances.isHeard(voice(7)))
        attendances.beginReading()
        attendances.endReading(["here": attendance(1, voice(7))])
        #expect(attendances.isHeard(voice(7)))
        attendances.take(attendance(1, voice(8)), of: "there")
        #expect(attendances.isHeard(voice(7)) && attendances.isHeard(voice(6)))
        // Others still take it for that of 7, which comes first.
        #expect(!attendances.isHeard(voice(9)))
        attendances.take(nil, of: "here")
        #expect(!attendances.isHeard(voice(7)))
    }

    @Test("What is told while it is read is newer than what is read")
    func reading() {
        var attendances = Attendances(server: "here")
        for server: Text in ["a", "b", "gone"] { attendances.take(attendance(1), of: server) }
        attendances.beginReading()
        attendances.take(attendance(5), of: "a")
        attendances.take(nil, of: "left")
        attendances.endReading([
            "a": attendance(2), "b": attendance(3), "left": attendance(4), "here": attendance(9),
        ])
        #expect(attendances.otherCount == 8)
        #expect(attendances.others == ["a": attendance(5), "b": attendance(3)])
    }

    @Test("The same is said once, and again in time, or if it may be lost")
    func announcement() {
        var announcement = Announcement()
        func isSaid(_ count: Int, _ seconds: UInt64) -> Bool {
            let attendance = count > 0 ? attendance(count) : nil
            return announcement.say(attendance, atNanoseconds: seconds * 1_000_000_000)
        }
        var said = [(0, 1 as UInt64), (1, 1), (1, 2), (2, 3)].map { isSaid($0.0, $0.1) }
        #expect(said == [false, true, false, true] && announcement.stands)
        let late = UInt64(Attendance.keptSeconds)
        #expect(announcement.isOld(atNanoseconds: late * 1_000_000_000))
        said = [isSaid(2, late), isSaid(2, late)]
        announcement.doubt()
        said += [isSaid(2, late), isSaid(0, late)]
        #expect(said == [true, false, true, true] && !announcement.stands)
        #expect(!announcement.isOld(atNanoseconds: 10 * late * 1_000_000_000))
        announcement.doubt()
        #expect(announcement.stands)
        said = [isSaid(0, late), isSaid(0, late)]
        #expect(said == [true, false] && !announcement.stands)
    }

    @Test("A server is cut off before others may take it for gone")
    func cutOff() {
        let horizon = Horizon()
        horizon.heardNanoseconds = 10_000_000_000
        #expect(!horizon.isCutOff(atNanoseconds: 11_000_000_000))
        #expect(horizon.isCutOff(atNanoseconds: 12_900_000_000))
    }
}
