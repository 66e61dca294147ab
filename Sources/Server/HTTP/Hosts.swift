import Glibc
import Transport

/// The names under which this server is asked for.
///
/// A site can have its own name come to mean this server's address (DNS rebinding); to a browser the
/// two are one then. Only `Host` tells, for it has that site's name. So what is meant for a name that
/// is not the server's own is refused.
struct Hosts {
    /// Whether only this machine reaches the server: then only this machine's names are its own.
    let isLoopback: Bool
    /// Other names of its own, in lower case and without a port.
    let names: Set<[UInt8]>

    /// Whether a request is meant for this server. One that names nobody is not.
    func include(_ request: Request) -> Bool {
        guard let host = request.authority?.host else { return false }
        if host.elementsEqual("localhost".utf8) || names.contains(host) { return true }
        return isLoopback ? Self.isLoopback(host) : Self.isAddress(host)
    }

    /// Whether a request names this machine by one of the names that mean it on every machine.
    static func isLoopbackName(_ request: Request) -> Bool {
        guard let host = request.authority?.host else { return false }
        return host.elementsEqual("localhost".utf8) || isLoopback(host)
    }

    /// 127.0.0.0/8 and ::1.
    private static func isLoopback(_ host: [UInt8]) -> Bool {
        // What most ask for need not be read.
        if host.elementsEqual("127.0.0.1".utf8) { return true }
        if let address = IPv4(host) { return address.bytes[0] == 127 }
        guard let address = IPv6(host) else { return false }
        return address.bytes.dropLast().allSatisfy { $0 == 0 } && address.bytes[15] == 1
    }

    private static func isAddress(_ host: [UInt8]) -> Bool {
        IPv4(host) != nil || IPv6(host) != nil
    }
}

/// An address in four numbers.
private struct IPv4 {
    var bytes = [UInt8](repeating: 0, count: 4)

    init?(_ host: [UInt8]) {
        guard inet_pton(AF_INET, host.map(CChar.init(bitPattern:)) + [0], &bytes) == 1 else {
            return nil
        }
    }
}

/// An address in brackets.
private struct IPv6 {
    var bytes = [UInt8](repeating: 0, count: 16)

    init?(_ host: [UInt8]) {
        guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else { return nil }
        let text = host.dropFirst().dropLast().map(CChar.init(bitPattern:))
        guard inet_pton(AF_INET6, text + [0], &bytes) == 1 else { return nil }
    }
}
