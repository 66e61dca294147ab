package import Texts

/// The reverse proxies whose `X-Forwarded-For` headers the server believes, to find a client's real address.
package struct TrustedProxies: Sendable {
    package let ranges: [AddressRange]

    package init(ranges: [AddressRange]) {
        self.ranges = ranges
    }

    package func contains(_ address: AddressNumbers) -> Bool {
        ranges.contains { $0.contains(address) }
    }

    /// Returns the address of the client: the connected address, or behind a trusted proxy the last address in
    /// `X-Forwarded-For` that is not a trusted proxy. Any client could have written the addresses before that.
    package func client(connected: Text, forwardedFor: Text?) -> AddressNumbers? {
        let isSocket = connected == AddressRange.socket
        let numbers = AddressNumbers(connected)
        guard isSocket || numbers != nil else { return nil }
        let isTrusted =
            isSocket ? ranges.contains(where: \.isSocket) : numbers.map(contains) == true
        guard isTrusted, let forwardedFor else { return numbers }
        var client = numbers
        for text in forwardedFor.elements(separatedBy: UInt8(ascii: ",")).reversed() {
            guard let next = Self.numbers(of: text) else { return client }
            client = next
            if !contains(next) { return client }
        }
        return client
    }

    /// Reads an address as proxies write it. Some add the port: `192.0.2.1:80` and `[2001:db8::1]:80`.
    private static func numbers(of text: Text) -> AddressNumbers? {
        if let numbers = AddressNumbers(text) { return numbers }
        if text.utf8.first == UInt8(ascii: "[") {
            return AddressNumbers(
                Text(decoding: text.utf8.dropFirst().prefix { $0 != UInt8(ascii: "]") }))
        }
        let parts = text.elements(separatedBy: UInt8(ascii: ":"))
        return parts.count == 2 ? AddressNumbers(parts[0]) : nil
    }
}
