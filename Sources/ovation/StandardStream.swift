import ArgumentParser
import Foundation

/// The standard streams, any of which may be closed, full, broken or a directory.
enum StandardStream {
    /// Keeps what is opened later from taking the place, and the bytes, of a closed stream.
    static func reserve() {
        // Opened the wrong way round, so that using it fails as it does on a closed one.
        let modes = [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
        ]
        for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// The next bytes of standard input, at most 64 KiB; none at its end.
    ///
    /// Ends the process with 74 if it can't be read.
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
    /// Ends the process with 74 if it can't be written; in silence if its reader has gone.
    static func write(_ bytes: [UInt8]) {
        guard let code = put(bytes, on: STDOUT_FILENO) else { return }
        end(code == EPIPE ? nil : "standard output can't be written: \(reason(code))")
    }

    /// Writes to a descriptor; returns the number of the error that prevents it.
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

/// Says `message` on standard error, if anybody listens.
func complain(_ message: String) {
    _ = StandardStream.put(Array("ovation: \(message)\n".utf8), on: STDERR_FILENO)
}

/// Complains of how a command was used; the error to throw, which exits 64.
///
/// A `ValidationError` thrown after the arguments were read would show the usage of the root.
func misuse(_ message: String) -> ExitCode {
    complain(message)
    return .validationFailure
}
