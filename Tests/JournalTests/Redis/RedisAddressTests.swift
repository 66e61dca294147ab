import Testing
import Texts

@testable import RedisJournal

@Suite("Addresses of Redis logs")
struct RedisAddressTests {
    @Test(
        "An address has a host, a port, a password and a prefix",
        arguments: [
            ("redis://db", "db", 6379, nil, "ovation"),
            ("redis://db:7000/", "db", 7000, nil, "ovation"),
            (
                "redis://:p%40ss@db.example.org:7000/show-1", "db.example.org", 7000, "p@ss",
                "show-1"
            ),
            ("redis://[::1]:7000/a.b_c", "::1", 7000, nil, "a.b_c"),
        ] as [(Text, Text, UInt16, Text?, Text)])
    func read(url: Text, host: Text, port: UInt16, password: Text?, prefix: Text) throws {
        let address = try RedisAddress(url)
        #expect(
            address
                == RedisAddress(
                    place: .host(host, port: port), password: password, prefix: prefix))
        #expect(!"\(address)".contains("p@ss") && !"\(address)".contains("p%40ss"))
    }

    @Test(
        "An invalid address is refused with its error",
        arguments: [
            ("", .malformed), ("db:6379", .malformed), ("http://db", .malformed),
            ("redis://", .malformed), ("redis://db:0", .malformed),
            ("redis://db:70000", .malformed),
            ("redis://db?x=1", .malformed), ("redis://db#x", .malformed),
            ("redis://ann:secret@db", .user), ("redis://db/a/b", .prefix),
            ("redis://db/{0}", .prefix), ("redis://db/%7B", .prefix),
            ("redis://db/" + Text(String(repeating: "x", count: 65)), .prefix),
        ] as [(Text, RedisAddressError)])
    func refused(url: Text, error: RedisAddressError) {
        #expect(throws: error) { try RedisAddress(url) }
    }

    // The CRC-16 of Redis Cluster for this text is 0x31C3.
    @Test("A room's shard is the low eight bits of Redis Cluster's checksum")
    func shards() {
        #expect(RoomKeys.shard(of: "123456789") == 0xC3)
        #expect(KeySpace(prefix: "p").room("123456789").events == "p:{195}e:123456789")
    }
}
