import Testing
import Texts

@testable import Server

@Suite struct IncidentsTests {
    private static let second: UInt64 = 1_000_000_000

    private static func fault(_ kind: Fault.Kind, _ text: Text) -> Fault {
        Fault(kind: kind, text: text)
    }

    @Test func `a fault that lasts is said once, and its end once`() {
        var incidents = Incidents()
        var lines: [Incidents.Line] = []
        for second in 5...100 as ClosedRange<UInt64> {
            let faults = second < 25 ? [Self.fault(.journal, "no room, \(second)")] : []
            lines += incidents.lines(for: faults, atNanoseconds: second * Self.second)
        }
        // Seen last at 24 s.
        #expect(lines == [.began("no room, 5"), .ended("no room, 5", seconds: 19)])
    }

    @Test func `a fault that flickers is one incident`() {
        var incidents = Incidents()
        var lines: [Incidents.Line] = []
        for second in 1...60 as ClosedRange<UInt64> {
            let faults = second.isMultiple(of: 9) ? [Self.fault(.frames, "late")] : []
            lines += incidents.lines(for: faults, atNanoseconds: second * Self.second)
        }
        #expect(lines == [.began("late")])
    }

    @Test func `what comes again later is another, and kinds are told apart`() {
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
