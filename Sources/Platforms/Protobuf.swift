import Texts

/// Decodes the fields of a message in the binary form of protocol buffers (protobuf.dev/programming-guides/encoding).
///
/// Decodes only the fields that the caller asks for. Every length is checked against the remaining
/// bytes, so that any input is decoded or refused.
struct Protobuf {
    enum Value: Hashable {
        case varint(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// Four or eight bytes, which no message here uses.
        case fixed
    }

    let fields: [(number: Int, value: Value)]

    private static let maxFields = 4000

    /// Returns nil if the bytes are not a message, or have more fields than a message of a
    /// platform.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var fields: [(number: Int, value: Value)] = []
        while !rest.isEmpty {
            guard fields.count < Self.maxFields, let key = Self.varint(&rest), key >> 3 > 0,
                key >> 3 < 1 << 29, let value = Self.value(ofType: key & 7, &rest)
            else { return nil }
            fields.append((Int(key >> 3), value))
        }
        self.fields = fields
    }

    /// Returns a whole number; nil if the field is missing or of another type. Of repeated fields,
    /// the last counts.
    func integer(_ number: Int) -> Int64? {
        guard case .varint(let value) = last(number) else { return nil }
        return Int64(bitPattern: value)
    }

    func text(_ number: Int) -> Text? {
        guard case .bytes(let bytes) = last(number), !bytes.isEmpty else { return nil }
        return Text(validating: bytes)
    }

    /// Returns the messages of a repeated field; nil if a message can't be decoded.
    func messages(_ number: Int) -> [Protobuf]? {
        var messages: [Protobuf] = []
        for field in fields where field.number == number {
            guard case .bytes(let bytes) = field.value, let message = Protobuf(bytes) else {
                return nil
            }
            messages.append(message)
        }
        return messages
    }

    private func last(_ number: Int) -> Value? {
        fields.last { $0.number == number }?.value
    }

    private static func value(ofType type: UInt64, _ rest: inout ArraySlice<UInt8>) -> Value? {
        switch type {
        case 0: return varint(&rest).map(Value.varint)
        case 1: return skip(8, &rest)
        case 2:
            guard let length = varint(&rest), length <= UInt64(rest.count) else { return nil }
            let bytes = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            return .bytes(bytes)
        case 5: return skip(4, &rest)
        default: return nil
        }
    }

    private static func skip(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Value? {
        guard rest.count >= count else { return nil }
        rest = rest.dropFirst(count)
        return .fixed
    }

    /// Reads a number of up to ten bytes with seven bits each, the lowest first.
    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            if shift == 63, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
