import Monitoring
import Testing
import Texts

@Suite("Release")
struct ReleaseTests {
    @Test("A release is described by its version, commit and date")
    func description() {
        let release = Release(version: "1.2.0", commit: "f91e5887c8a5", date: "2026-11-22")
        #expect("\(release)" == "1.2.0 (commit f91e5887c8a5, built 2026-11-22)")
        #expect("\(Release(version: "1.2.0", date: "2026-11-22"))" == "1.2.0 (built 2026-11-22)")
    }

    @Test("A build without a version is a development version of the next release")
    func development() {
        #expect("\(Release())" == "\(Release.next)-dev")
        #expect(Release().commit == nil)
    }

    @Test(
        "A version with invalid characters is ignored",
        arguments: [#"1.2"><script>"#, "1 2", "1.2\n", "é"] as [Text])
    func invalid(version: Text) {
        #expect(Release(version: version).version == Release().version)
    }
}
