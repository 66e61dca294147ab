import CLibwebsockets

/// An encoded WebSocket message. One is sent to any number of streams without being copied: it has
/// room before its payload for the frame header, which is the same for all of them. It may be
/// filled anew as soon as `send` has returned, and then allocates nothing while it fits.
public final class Message {
    public enum Kind: Sendable {
        /// The payload must be UTF-8 (RFC 6455 §5.6); it is not looked at.
        case text
        case binary
    }

    private static let headroom = Int(ovation_lws_pre)

    public private(set) var kind = Kind.text
    /// The payload's bytes.
    public private(set) var count = 0
    public private(set) var capacity: Int
    private var storage: UnsafeMutableRawPointer

    public init(capacity: Int = 0) {
        self.capacity = capacity
        storage = Self.allocate(capacity)
    }

    public convenience init(text: some Collection<UInt8>) {
        self.init(capacity: text.count)
        replace(with: text, as: .text)
    }

    public convenience init(binary: some Collection<UInt8>) {
        self.init(capacity: binary.count)
        replace(with: binary, as: .binary)
    }

    deinit {
        storage.deallocate()
    }

    public func replace(with payload: some Collection<UInt8>, as kind: Kind) {
        reserve(payload.count)
        let room = UnsafeMutableRawBufferPointer(
            start: storage + Self.headroom,
            count: payload.count
        )
        room.copyBytes(from: payload)
        self.kind = kind
        count = payload.count
    }

    /// Fills the message in place: `body` appends up to `capacity` bytes to the empty span.
    public func replace<Failure>(
        as kind: Kind,
        capacity: Int,
        with body: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        reserve(capacity)
        count = 0
        let room = UnsafeMutableRawBufferPointer(start: storage + Self.headroom, count: capacity)
        let payload = room.bindMemory(to: UInt8.self)
        var span = OutputSpan(buffer: payload, initializedCount: 0)
        try body(&span)
        count = span.finalize(for: payload)
        self.kind = kind
    }

    /// Calls `body` with the payload; `LWS_PRE` writable bytes lie before it.
    func withPayload<Result>(_ body: (UnsafeMutablePointer<UInt8>, Int) -> Result) -> Result {
        body((storage + Self.headroom).assumingMemoryBound(to: UInt8.self), count)
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
