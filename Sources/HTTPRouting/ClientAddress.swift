/// A client's IP address as rate limits count it, which is a whole IPv4 address or the first 64 bits of an IPv6
/// address. A network can use any number of the other bits.
package struct ClientAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    package init(_ numbers: AddressNumbers) {
        bytes = Array(numbers.bytes.prefix(numbers.bytes.count == 4 ? 4 : 8))
    }
}
