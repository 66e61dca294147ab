import HTTPRouting
import Testing
import Texts

@Suite("Client addresses")
struct ClientAddressTests {
    private func numbers(_ text: Text) throws -> AddressNumbers {
        try #require(AddressNumbers(text))
    }

    @Test("An IPv6 address counts by its /64 network, and a mapped IPv4 address as itself")
    func together() throws {
        func client(_ text: Text) throws -> ClientAddress { ClientAddress(try numbers(text)) }
        #expect(try client("2001:db8::1") == client("2001:db8:0:0:ffff::2"))
        #expect(try client("2001:db8::1") != client("2001:db8:0:1::1"))
        #expect(try client("192.0.2.1") == client("::ffff:192.0.2.1"))
        #expect(try client("192.0.2.1") != client("192.0.2.2"))
        for own: Text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(try numbers(own).isLoopback, "\(own)")
        }
        for other: Text in ["128.0.0.1", "::2", "::ffff:1.0.0.1"] {
            #expect(try !numbers(other).isLoopback, "\(other)")
        }
        for bad: Text in ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]"] {
            #expect(AddressNumbers(bad) == nil, "\(bad)")
        }
    }

    @Test(
        "An address range contains the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.200", true),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("0.0.0.0/0", "9.9.9.9", true), ("0.0.0.0/0", "::9", false),
            ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ])
    func range(range: Text, address: Text, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(numbers(address)) == isIn)
    }

    @Test(
        "A client on a Unix socket has the address that a trusted proxy there names"
    )
    func socket() throws {
        let trusting = TrustedProxies(ranges: [try #require(AddressRange("unix"))])
        let other = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
        #expect(
            try trusting.client(connected: "unix", forwardedFor: "192.0.2.1")
                == numbers("192.0.2.1"))
        #expect(trusting.client(connected: "unix", forwardedFor: nil) == nil)
        #expect(other.client(connected: "unix", forwardedFor: "192.0.2.1") == nil)
        #expect(
            try trusting.client(connected: "10.0.0.1", forwardedFor: "192.0.2.1")
                == numbers("10.0.0.1"))
    }

    @Test(
        "An invalid address range is rejected",
        arguments: ["", "x", "10.0.0.0/33", "::/129", "1.2.3.4/-1"])
    func noRange(text: Text) {
        #expect(AddressRange(text) == nil)
    }

    @Test(
        "Only a trusted proxy's X-Forwarded-For counts, up to the last address it can know",
        arguments: [
            ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
            ("10.0.0.1", nil, "10.0.0.1"), ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
            // The client may have written everything before the last address that is not a proxy's.
            ("10.0.0.1", "127.0.0.1, 198.51.100.1", "198.51.100.1"),
            ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
            ("10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
            ("10.0.0.1", "192.0.2.7, [2001:db8::1]:80, 10.0.0.2:80", "2001:db8::1"),
            ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"), ("10.0.0.1", "1.2.3.4:5:6", "10.0.0.1"),
            ("10.0.0.1", "unknown, 10.0.0.2", "10.0.0.2"), ("10.0.0.1", "", "10.0.0.1"),
        ])
    func client(connected: Text, forwardedFor: Text?, client: Text) throws {
        let proxies = TrustedProxies(ranges: [try #require(AddressRange("10.0.0.0/8"))])
        #expect(
            try proxies.client(connected: connected, forwardedFor: forwardedFor) == numbers(client))
    }
}
