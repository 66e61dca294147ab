import Journal
import Testing

@testable import Assets

@Suite("Outages of file storage")
struct OutageTests {
    @Test("Waiters are notified when the outage check ends, and later callers try again")
    func waiting() {
        let outage = Outage()
        #expect(outage.error(sinceNanoseconds: 0) == nil)
        outage.note(.unconfirmed(host: "h", missing: 1), atNanoseconds: 5)
        #expect(outage.error(sinceNanoseconds: 0) == nil)
        outage.note(.lost(host: "h", reason: "r"), atNanoseconds: 10)
        guard case .refused("h", "r") = outage.error(sinceNanoseconds: 9) else {
            Issue.record("who waited was not told")
            return
        }
        #expect(outage.error(sinceNanoseconds: 10) == nil)
    }
}
