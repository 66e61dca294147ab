import CLibwebsockets  // First: see SocketAddress.swift.
import Glibc

/// Creates a listening Unix socket in the file system. Its file is removed with it.
final class ListeningSocket {
    /// The loop closes the descriptor.
    let descriptor: Int32
    private let path: String

    /// Only the file's owner and its group may connect. A file that a crash has left at `path` is replaced.
    init(path: String, backlog: Int32) throws(TransportError) {
        self.path = path
        var address = sockaddr_un()
        guard (1..<MemoryLayout.size(ofValue: address.sun_path)).contains(path.utf8.count) else {
            throw .cannotListenAt(path: path, reason: "a socket's path has 1 to 107 bytes")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try Self.clear(path, address)
        descriptor = try Self.make()
        // The socket does not listen yet, so no client can connect before the mode is set.
        guard Self.call(bind, descriptor, address), chmod(path, 0o660) == 0,
            Glibc.listen(descriptor, backlog) == 0
        else {
            let code = errno
            close(descriptor)
            throw .cannotListenAt(path: path, reason: TransportError.text(of: code))
        }
    }

    deinit {
        unlink(path)
    }

    /// Removes a socket file on which no process listens any more.
    private static func clear(_ path: String, _ address: sockaddr_un) throws(TransportError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .cannotListenAt(path: path, reason: "something else is there")
        }
        let client = try make()
        defer { close(client) }
        if call(connect, client, address) || errno != ECONNREFUSED {
            throw .cannotListenAt(path: path, reason: "somebody listens there already")
        }
        unlink(path)
    }

    private static func make() throws(TransportError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else {
            throw .cannotListenAt(path: "a socket", reason: TransportError.text(of: errno))
        }
        return descriptor
    }

    private static func call(
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
        _ address: sockaddr_un
    ) -> Bool {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
