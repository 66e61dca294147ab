import Foundation
import Glibc
import TestSupport
import Testing

@testable import Monitoring

@Suite("Supervisor")
struct SupervisorTests {
    /// A datagram socket like systemd's, bound to `name`; a leading @ stands for a zero byte.
    private static func listen(at name: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(2 + bytes.count))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    private static func hear(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    @Test(
        "systemd is notified over the socket that it names",
        arguments: ["@ovation-test-", "\(NSTemporaryDirectory())/ovation-test-"])
    func notifications(prefix: String) throws {
        let name = prefix + UUID().uuidString.prefix(8)
        let descriptor = try Self.listen(at: name)
        defer {
            close(descriptor)
            unlink(name)
        }
        let supervisor = try #require(
            Supervisor { ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"][$0] })
        #expect(supervisor.isWatchdog)
        supervisor.tell(.ready)
        #expect(Self.hear(descriptor) == "READY=1\nSTATUS=serving")
        supervisor.tell(.alive)
        #expect(Self.hear(descriptor) == "WATCHDOG=1")
        supervisor.tell(.leaving)
        #expect(Self.hear(descriptor).hasPrefix("STOPPING=1\n"))
    }

    @Test(
        "An invalid socket name is ignored",
        arguments: [nil, "", "relative", "@" + String(repeating: "x", count: 200)])
    func invalidName(name: String?) {
        #expect(Supervisor { $0 == "NOTIFY_SOCKET" ? name : nil } == nil)
    }

    @Test("The watchdog of another process is not fed")
    func otherProcess() throws {
        let supervisor = try #require(
            Supervisor {
                ["NOTIFY_SOCKET": "@none", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1"][$0]
            })
        #expect(!supervisor.isWatchdog)
        // No socket has this name.
        supervisor.tell(.alive)
    }
}
