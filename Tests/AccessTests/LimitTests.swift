import Access
import Testing
import Texts

@Suite("Changed limits")
struct LimitTests {
    @Test(
        "An invalid limit is rejected",
        arguments: [
            "", "x=1", "requests-per-key", "requests-per-key=0", "requests-per-key=x",
            "requests-per-key=1=2", "bytes-per-room=1023", "journal-bytes-per-room=0",
        ])
    func noLimit(text: Text) {
        #expect(LimitChange(text) == nil)
    }
}
