import CZlib

/// Compresses the web pages' files in the gzip format (RFC 1952), without a name and a time, so that equal bytes give
/// equal output.
///
/// It is for the server's own files only. The server never decompresses data of clients. It also compresses
/// no response with a secret beside text of a stranger: the length would reveal the secret (BREACH).
enum Gzip {
    /// The library's default: level 9 takes half as long again and makes the pages smaller by only a
    /// thousandth.
    private static let level: Int32 = 6
    /// The largest window, plus 16 for gzip's header and checksum.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    /// Returns nil if there are 4 GiB or more, or no memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // The library identifies a stream by its address.
        return withUnsafeMutablePointer(to: &stream) { compressed(bytes, by: $0) }
    }

    private static func compressed(
        _ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>
    ) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count),
            deflateInit2_(
                stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
                ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(stream) }
        guard let room = UInt32(exactly: deflateBound(stream, UInt(count))) else { return nil }
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: Int(room)) { output, length in
                // The library only reads the input.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = count
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = room
                let isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                length = isWhole ? Int(stream.pointee.total_out) : 0
            }
        }.nonEmpty
    }
}

extension [UInt8] {
    fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
