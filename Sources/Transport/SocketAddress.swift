import CLibwebsockets  // First: it also declares the structures of sockets, for the whole module.
import Glibc

/// Opens listening TCP sockets on a host and port, and converts socket addresses to text.
enum SocketAddress {
    /// Returns sockets that listen on every address of `host`, all with the same port, and that port.
    static func listen(
        on host: String,
        port: UInt16,
        backlog: Int32
    ) throws(TransportError) -> (descriptors: [Int32], port: UInt16) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &found)
        guard code == 0, let found else {
            throw .unknownHost(host, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(found) }
        var descriptors: [Int32] = []
        var actualPort = port
        var failure: Int32 = 0
        var next: UnsafeMutablePointer<addrinfo>? = found
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = bound(address, port: actualPort)
            if descriptor >= 0, Glibc.listen(descriptor, backlog) == 0 {
                actualPort = localPort(of: descriptor)
                descriptors.append(descriptor)
                continue
            }
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            // A name may have an IPv6 address that this machine does not have.
            if failure == 0 || code == EADDRINUSE { failure = code }
        }
        guard descriptors.isEmpty || failure == EADDRINUSE && port != 0 else {
            return (descriptors, actualPort)
        }
        for descriptor in descriptors { close(descriptor) }
        if failure == EADDRINUSE { throw .addressInUse(host: host, port: port) }
        throw .cannotListen(host: host, port: port, code: failure)
    }

    /// Returns a bound socket, or a negative number with `errno` set.
    private static func bound(_ address: addrinfo, port: UInt16) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { return -1 }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if address.ai_family == AF_INET6 {
            setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
        }
        var storage = sockaddr_storage()
        let length = Int(address.ai_addrlen)
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address.ai_addr, count: length))
            // Both address families have the port at the same offset.
            $0.storeBytes(
                of: port.bigEndian,
                toByteOffset: MemoryLayout<sockaddr_in>.offset(of: \.sin_port)!,
                as: UInt16.self
            )
        }
        let result = withUnsafePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, address.ai_addrlen)
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            errno = code
            return -1
        }
        return descriptor
    }

    private static func localPort(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        _ = withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        return withUnsafeBytes(of: &address) {
            UInt16(
                bigEndian: $0.load(
                    fromByteOffset: MemoryLayout<sockaddr_in>.offset(of: \.sin_port)!,
                    as: UInt16.self
                )
            )
        }
    }

    /// Returns the numeric address without its port; `unix` for a client of a Unix socket.
    static func numeric(_ address: inout sockaddr_storage, _ length: socklen_t) -> String {
        // The resolver would return localhost.
        if Int32(address.ss_family) == AF_UNIX { return "unix" }
        return numbers(&address, length)
    }

    private static func numbers(_ address: inout sockaddr_storage, _ length: socklen_t) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            let result = withUnsafePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getnameinfo(
                        $0,
                        length,
                        text.baseAddress,
                        socklen_t(text.count),
                        nil,
                        0,
                        NI_NUMERICHOST
                    )
                }
            }
            return result == 0 ? String(cString: text.baseAddress!) : ""
        }
    }

    static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }
}
