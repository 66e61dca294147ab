import Testing
import Texts

@testable import Transport

@Suite("Absence of the event loop")
struct StallDetectorTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("A loop that is checked every second or two has no absence")
    func present() {
        var presence = StallDetector(at: 5 * Self.second)
        for now: UInt64 in [6, 7, 9] {
            let absence = presence.absence(at: now * Self.second)
            #expect(absence == 0)
        }
    }

    @Test("A longer pause between checks is one absence, reported once")
    func absent() {
        var presence = StallDetector(at: 5 * Self.second)
        let absences = [35, 36, 36].map { presence.absence(at: $0 * Self.second) }
        #expect(absences == [30 * Self.second, 0, 0])
    }
}
