package import Texts

/// A range of IP addresses with a common prefix, such as `10.0.0.0/8`, or a single address.
package struct AddressRange: Sendable {
    /// The address of clients that connect through a Unix socket.
    static let socket: Text = "unix"

    /// Nil: the range is `unix` and has no IP addresses.
    private let first: AddressNumbers?
    private let bitCount: Int

    /// Reads `unix`, an address, or a range of addresses; returns nil for any other text.
    package init?(_ text: Text) {
        if text == Self.socket {
            first = nil
            bitCount = 0
            return
        }
        let parts = text.elements(separatedBy: UInt8(ascii: "/"))
        guard parts.count <= 2, let first = AddressNumbers(parts[0]) else { return nil }
        let most = first.bytes.count * 8
        guard let bitCount = parts.count == 1 ? most : Int(parts[1].string),
            (0...most).contains(bitCount)
        else { return nil }
        self.first = first
        self.bitCount = bitCount
    }

    var isSocket: Bool { first == nil }

    package func contains(_ address: AddressNumbers) -> Bool {
        guard let first, address.bytes.count == first.bytes.count else { return false }
        return (0..<bitCount).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return address.bytes[bit / 8] & mask == first.bytes[bit / 8] & mask
        }
    }
}
