import ArgumentParser
import Foundation

/// Reads and writes the standard streams, any of which may be closed, full, broken or a directory.
enum StandardStream {
    /// Occupies the descriptors of closed streams, so that a file opened later does not receive their bytes.
    static func reserve() {
        // Each is opened in the wrong direction, so that using it fails as on a closed stream.
        let modes = [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Returns the next bytes of standard input, at most 64 KiB; empty at its end.
    ///
    /// Ends the process with 74 if standard input can't be read.
    static func read() -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
                count = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                initialized = max(count, 0)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { end("standard input can't be read: \(reason(errno))") }
        }
    }

    /// Writes to standard output.
    ///
    /// Ends the process with 74 if standard output can't be written, without a message if its reader has
    /// gone.
    static func write(_ bytes: [UInt8]) {
        guard let code = put(bytes, on: STDOUT_FILENO) else { return }
        end(code == EPIPE ? nil : "standard output can't be written: \(reason(code))")
    }

    /// Writes to a descriptor. Returns the number of the error, if there is one.
    static func put(_ bytes: [UInt8], on descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    private static func end(_ message: String?) -> Never {
        if let message { complain(message) }
        Ovation.exit(withError: ExitCode(74))
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Writes `message` to standard error, and ignores failures.
func complain(_ message: String) {
    _ = StandardStream.put(Array("ovation: \(message)\n".utf8), on: STDERR_FILENO)
}

/// Reports wrong use of a command. Returns the error to throw, which exits with 64.
///
/// A `ValidationError` thrown after the arguments were read would show the usage of the root.
func misuse(_ message: String) -> ExitCode {
    complain(message)
    return .validationFailure
}
