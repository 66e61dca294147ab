import HTTPRouting
import Testing
import Transport

@Suite("Host names of a server on loopback")
struct HostsTests {
    // DNS rebinding: the name evil.org resolves to 127.0.0.1, so its pages have the server's
    // origin.
    @Test(
        "A server on loopback accepts only names of this machine",
        arguments: [
            ("localhost:8080", true), ("localhost", true), ("LocalHost:1", true),
            ("127.0.0.1:8080", true), ("127.9.8.7", true), ("[::1]:8080", true), ("[::1]", true),
            ("[0:0:0:0:0:0:0:1]:80", true), ("evil.org:8080", false), ("evil.org", false),
            ("localhost.evil.org:8080", false), ("127.0.0.1.evil.org", false),
            ("192.168.1.2:8080", false), ("0.0.0.0:8080", false), ("[::]:8080", false),
            ("[::ffff:7f00:1]", false), ("127.1", false), ("0127.0.0.1", false), ("", false),
            (":8080", false),
        ])
    func loopback(host: String, isOwn: Bool) {
        let hosts = Hosts(isLoopback: true, names: [])
        #expect(hosts.include(request("GET", "/", host: host)) == isOwn)
    }

    // RFC 9112 §3.2.2: the host of an absolute target replaces the field.
    @Test("The host of an absolute target counts instead of the Host field")
    func absoluteForm() {
        let hosts = Hosts(isLoopback: true, names: [])
        #expect(!hosts.include(request("GET", "http://evil.org/", host: "localhost")))
        #expect(hosts.include(request("GET", "http://localhost/", host: "evil.org")))
    }
}
