import HTTPRouting
import Testing
import Texts

@Suite("Web addresses")
struct WebAddressTests {
    @Test(
        "A public address has a scheme, a host and an optional port",
        arguments: [
            ("https://example.org", "https://example.org"),
            ("https://example.org/", "https://example.org"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://example.org:8443", "https://example.org:8443"), ("example.org", nil),
            ("https://", nil), ("https:///", nil), ("https://example.org/show", nil),
            ("https://ann@example.org", nil), ("ftp://example.org", nil),
            ("https://exam ple.org", nil), ("https://example.org:99999", nil),
        ] as [(String, String?)])
    func addresses(text: String, address: String?) {
        #expect(WebAddress(Text(text))?.text.string == address)
    }
}
