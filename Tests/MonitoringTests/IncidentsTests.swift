import Testing
import Texts

@testable import Monitoring

@Suite("Incidents")
struct IncidentsTests {
    private static let second: UInt64 = 1_000_000_000

    private static func fault(_ kind: Fault.Kind, _ text: Text) -> Fault {
        Fault(kind: kind, text: text)
    }

    @Test("A lasting fault is reported once, and so is its end")
    func lasting() {
        var incidents = Incidents()
        var lines: [Incidents.Line] = []
        for second in 5...100 as ClosedRange<UInt64> {
            let faults = second < 25 ? [Self.fault(.journal, "no room, \(second)")] : []
            lines += incidents.lines(for: faults, atNanoseconds: second * Self.second)
        }
        // The fault was last seen at 24 s.
        #expect(lines == [.began("no room, 5"), .ended("no room, 5", seconds: 19)])
    }

    @Test("A flickering fault is one incident")
    func flickering() {
        var incidents = Incidents()
        var lines: [Incidents.Line] = []
        for second in 1...60 as ClosedRange<UInt64> {
            let faults = second.isMultiple(of: 9) ? [Self.fault(.frames, "late")] : []
            lines += incidents.lines(for: faults, atNanoseconds: second * Self.second)
        }
        #expect(lines == [.began("late")])
    }

    @Test("A fault that returns later is a new incident, and kinds are independent")
    func returning() {
        var incidents = Incidents()
        let (journal, disk) = (Self.fault(.journal, "a"), Self.fault(.disk, "b"))
        #expect(
            incidents.lines(for: [journal, disk], atNanoseconds: Self.second)
                == [.began("a"), .began("b")])
        #expect(incidents.lines(for: [disk], atNanoseconds: 10 * Self.second) == [])
        #expect(
            incidents.lines(for: [disk], atNanoseconds: 11 * Self.second)
                == [.ended("a", seconds: 0)])
        #expect(
            incidents.lines(for: [journal, disk], atNanoseconds: 12 * Self.second) == [.began("a")])
    }
}
