import Glibc
package import Texts

/// An IP address in bytes. An IPv4 address that is mapped into IPv6 becomes an IPv4 address.
package struct AddressNumbers: Hashable, Sendable {
    let bytes: [UInt8]

    package init?(_ text: Text) {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text.string, &four) == 1 {
            bytes = four
            return
        }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text.string, &sixteen) == 1 else { return nil }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        bytes = sixteen.starts(with: mapped) ? Array(sixteen[12...]) : sixteen
    }

    /// True if the address belongs to this machine.
    package var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        return bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }
}
