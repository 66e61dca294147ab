import Glibc
package import Transport

/// The host names under which this server answers requests, as a protection against DNS rebinding. It rejects requests
/// for other names.
///
/// An attacker's site can point its own name to this server's address (DNS rebinding), and a browser then
/// treats both as one site. Only the `Host` header shows the attack, because it has the site's name.
package struct Hosts {
    /// True if only this machine reaches the server: then only names of this machine are accepted.
    let isLoopback: Bool
    /// Further names of the server, in lower case and without a port.
    let names: Set<[UInt8]>

    package init(isLoopback: Bool, names: Set<[UInt8]>) {
        self.isLoopback = isLoopback
        self.names = names
    }

    /// True if a request is for this server. A request without a host is not.
    package func include(_ request: Request) -> Bool {
        guard let host = request.authority?.host else { return false }
        if host.elementsEqual("localhost".utf8) || names.contains(host) { return true }
        return isLoopback ? Self.isLoopback(host) : Self.isAddress(host)
    }

    /// True if a request names this machine by `localhost` or by a loopback address.
    package static func isLoopbackName(_ request: Request) -> Bool {
        guard let host = request.authority?.host else { return false }
        return host.elementsEqual("localhost".utf8) || isLoopback(host)
    }

    /// True for 127.0.0.0/8 and ::1.
    private static func isLoopback(_ host: [UInt8]) -> Bool {
        // The most frequent host needs no parsing.
        if host.elementsEqual("127.0.0.1".utf8) { return true }
        if let address = IPv4(host) { return address.bytes[0] == 127 }
        guard let address = IPv6(host) else { return false }
        return address.bytes.dropLast().allSatisfy { $0 == 0 } && address.bytes[15] == 1
    }

    private static func isAddress(_ host: [UInt8]) -> Bool {
        IPv4(host) != nil || IPv6(host) != nil
    }
}

/// An IPv4 address.
private struct IPv4 {
    var bytes = [UInt8](repeating: 0, count: 4)

    init?(_ host: [UInt8]) {
        guard inet_pton(AF_INET, host.map(CChar.init(bitPattern:)) + [0], &bytes) == 1 else {
            return nil
        }
    }
}

/// An IPv6 address in brackets.
private struct IPv6 {
    var bytes = [UInt8](repeating: 0, count: 16)

    init?(_ host: [UInt8]) {
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else { return nil }
        let text = host.dropFirst().dropLast().map(CChar.init(bitPattern:))
        guard inet_pton(AF_INET6, text + [0], &bytes) == 1 else { return nil }
    }
}
