/// Finds the first unmasked frame of a client, which the protocol forbids (RFC 6455, section 5.1); a pure
/// state machine.
struct MaskCheck {
    private enum State {
        case first
        case second
        /// The missing bytes of an extended length.
        case length(left: Int, value: UInt64)
        case mask(left: Int, payload: UInt64)
        case payload(left: UInt64)
    }

    private var state = State.first
    /// True after an unmasked frame; all bytes after it are ignored.
    private(set) var hasFailed = false

    /// Returns the number of these bytes before the first unmasked frame. The bytes continue those of the
    /// last call.
    mutating func accept(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard !hasFailed else { return 0 }
        var index = 0
        var start = 0
        while index < bytes.count {
            switch state {
            case .first:
                start = index
                state = .second
            case .second:
                guard bytes[index] & 0x80 != 0 else {
                    hasFailed = true
                    return start
                }
                state = Self.afterSecond(bytes[index] & 0x7F)
            case .length(let left, let value):
                let next = value << 8 | UInt64(bytes[index])
                state =
                    left > 1
                    ? .length(left: left - 1, value: next) : .mask(left: 4, payload: next)
            case .mask(let left, let payload):
                state =
                    left > 1
                    ? .mask(left: left - 1, payload: payload)
                    : payload > 0 ? .payload(left: payload) : .first
            case .payload(let left):
                let step = min(left, UInt64(bytes.count - index))
                state = step == left ? .first : .payload(left: left - step)
                index += Int(step) - 1
            }
            index += 1
        }
        return bytes.count
    }

    private static func afterSecond(_ length: UInt8) -> State {
        switch length {
        case 126: .length(left: 2, value: 0)
        case 127: .length(left: 8, value: 0)
        default: .mask(left: 4, payload: UInt64(length))
        }
    }
}
