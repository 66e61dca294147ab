import Server
import Testing
import Texts

@Suite struct ReleaseTests {
    @Test func `a release says its version, its commit and its day`() {
        let release = Release(version: "1.2.0", commit: "f91e5887c8a5", date: "2026-11-22")
        #expect("\(release)" == "1.2.0 (commit f91e5887c8a5, built 2026-11-22)")
        #expect("\(Release(version: "1.2.0", date: "2026-11-22"))" == "1.2.0 (built 2026-11-22)")
    }

    @Test func `what nobody told is what comes next`() {
        #expect("\(Release())" == "\(Release.next)-dev")
        #expect(Release().commit == nil)
    }

    @Test(arguments: [#"1.2"><script>"#, "1 2", "1.2\n", "é"] as [Text])
    func `a version with other characters counts as not told`(version: Text) {
        #expect(Release(version: version).version == Release().version)
    }
}
