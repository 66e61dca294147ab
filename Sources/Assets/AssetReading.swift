import Glibc

/// An uploaded file that is open for reading at any position. It is closed with the last reference.
final class AssetReading: Sendable {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads a range; nil if the file has fewer bytes or can't be read.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        let bytes = Disk.bytes(of: descriptor, range.lowerBound, range.count)
        return bytes.count == range.count ? bytes : nil
    }
}
