/// Encodes bytes as a text of hexadecimal digits.
extension Text {
    /// Creates a text of two lowercase hexadecimal digits per byte.
    public init(hexadecimal bytes: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef".utf8)
        self.init(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
