import Foundation

/// A TCP connection to the server of a load test.
final class LoadConnection {
    let descriptor: Int32
    /// The server's name and port for the `Host` header.
    let authority: String
    /// The received bytes that were not processed yet.
    var input: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    init(host: String, port: UInt16) throws {
        authority = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let address = found?.pointee else {
            throw LoadError.noConnection(
                host: host, port: port, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(found) }
        descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        // If this throws, `deinit` closes the descriptor.
        guard descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            let reason = String(cString: strerror(errno))
            throw LoadError.noConnection(host: host, port: port, reason: reason)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the header field that presents a key; empty without a key.
    static func field(of key: String?) -> String {
        key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    }

    func send(_ bytes: [UInt8]) {
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Receives the available bytes; false once the server has closed the connection.
    func receive() -> Bool {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                input += buffer[..<count]
                if count < buffer.count { return true }
            } else {
                return count < 0 && (errno == EAGAIN || errno == EINTR)
            }
        }
    }
}
