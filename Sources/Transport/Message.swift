/// An encoded WebSocket message, which can be sent to any number of streams without a copy. It has space before its
/// payload for the frame header, which is the same for all streams. It can be refilled as soon as `send` has returned,
/// and allocates no memory if the new payload fits.
public final class Message {
    /// The first byte of a final frame (RFC 6455 §5.2).
    public enum Kind: UInt8, Sendable {
        /// The payload must be UTF-8 (RFC 6455 §5.6), which is not checked.
        case text = 0x81
        case binary = 0x82
        /// A payload of at most 125 bytes, as for `ping`.
        case close = 0x88
        case ping = 0x89
    }

    /// The size of the longest header of an unmasked frame (RFC 6455 §5.2).
    private static let headroom = 10

    public private(set) var kind = Kind.text
    /// The number of bytes in the payload.
    public private(set) var count = 0
    /// False if the payload consists of whole frames.
    private var hasHeader = true
    private var capacity: Int
    private var storage: UnsafeMutableRawPointer

    public init(capacity: Int = 0) {
        self.capacity = capacity
        storage = Self.allocate(capacity)
    }

    public convenience init(text: [UInt8]) {
        self.init(capacity: text.count)
        replace(with: text, as: .text)
    }

    public convenience init(binary: [UInt8]) {
        self.init(capacity: binary.count)
        replace(with: binary, as: .binary)
    }

    /// Joins several messages, which are then sent by one call.
    public convenience init(joining messages: [Message]) {
        self.init(capacity: messages.reduce(0) { $0 + $1.frameCount })
        hasHeader = false
        for message in messages {
            message.withFrame { bytes, length in
                (storage + Self.headroom + count).copyMemory(from: bytes, byteCount: length)
                count += length
            }
        }
    }

    deinit {
        storage.deallocate()
    }

    public func replace(with payload: [UInt8], as kind: Kind) {
        reserve(payload.count)
        let room = UnsafeMutableRawBufferPointer(
            start: storage + Self.headroom,
            count: payload.count
        )
        room.copyBytes(from: payload)
        self.kind = kind
        hasHeader = true
        count = payload.count
        writeHeader()
    }

    /// Calls `body` with the whole frame, header and payload.
    func withFrame<Result>(_ body: (UnsafeMutablePointer<UInt8>, Int) -> Result) -> Result {
        let start = (storage + Self.headroom - headerCount).assumingMemoryBound(to: UInt8.self)
        return body(start, frameCount)
    }

    /// The number of bytes in the whole frame.
    var frameCount: Int { headerCount + count }

    private var headerCount: Int { !hasHeader ? 0 : count < 126 ? 2 : count <= 0xFFFF ? 4 : 10 }

    /// Writes the frame's header before the payload. The frames of a server are unmasked.
    private func writeHeader() {
        let start = storage + Self.headroom - headerCount
        start.storeBytes(of: kind.rawValue, as: UInt8.self)
        switch headerCount {
        case 2:
            start.storeBytes(of: UInt8(count), toByteOffset: 1, as: UInt8.self)
        case 4:
            start.storeBytes(of: 126, toByteOffset: 1, as: UInt8.self)
            start.storeBytes(of: UInt16(count).bigEndian, toByteOffset: 2, as: UInt16.self)
        default:
            start.storeBytes(of: 127, toByteOffset: 1, as: UInt8.self)
            start.storeBytes(of: UInt64(count).bigEndian, toByteOffset: 2, as: UInt64.self)
        }
    }

    private func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        storage.deallocate()
        capacity = max(needed, capacity * 2)
        storage = Self.allocate(capacity)
    }

    private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
        .allocate(byteCount: headroom + capacity, alignment: 16)
    }
}
